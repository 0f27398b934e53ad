/// An answer with pictures on its way to somebody who reads lines, such as a pager.
import MarketRender
import OpenMarketClient
import TerminalKit
import TerminalPictures

/// Lines in which the pictures stand as letters.
///
/// 1. Lines are handed on in order, each once, as soon as the pictures in them are there.
/// 2. Nothing goes on afterwards: whatever ends it, requests under way are cancelled and awaited.
struct LetteredPage {
  private let lines: [StyledText]
  private let slots: [PictureSlot]
  private let session: Session
  private let pen: PicturePen
  /// Pictures that came and whose lines were not handed on.
  private var drawn: [Int: DrawnRows] = [:]
  /// Slots before this one have been handed on.
  private var firstSlot = 0
  /// Lines handed on.
  private var handed = 0

  /// - Parameter pen: whatever it draws with, letters are drawn.
  init(_ page: PicturedText, session: Session, pen: PicturePen) {
    lines = page.lines
    slots = page.pictures
    self.session = session
    self.pen = pen.lettered
  }

  /// What was not handed on.
  var rest: PicturedText { PicturedText(lines: lines, pictures: slots).dropping(handed) }

  /// Hands on all of it, or as much as `reader` takes before it answers false.
  mutating func hand(
    from client: OpenMarketClient, to reader: (String) async throws -> Bool
  ) async throws {
    let (session, pen, slots) = (session, pen, slots)
    try await withThrowingTaskGroup(of: (Int, IllustratedPage.Arrival).self) { group in
      defer { group.cancelAll() }
      var queue = PictureQueue(Array(slots.indices))
      while true {
        while let index = queue.next() {
          group.addTask {
            (index, try await IllustratedPage.fetch(slots[index], session, pen, client))
          }
        }
        if let text = advance() {
          guard try await reader(text) else { return }
        }
        guard handed < lines.count, let (index, arrival) = try await group.next() else { return }
        queue.take(index)
        drawn[index] = DrawnRows(arrival, in: slots[index], pen.ansi, session.theme)
      }
    }
  }

  /// The lines up to the first whose pictures have not all come; nil where there is none more.
  private mutating func advance() -> String? {
    var end = firstSlot
    while end < slots.count, drawn[end] != nil { end += 1 }
    let lineEnd = end < slots.count ? slots[end].line : lines.count
    guard handed < lineEnd else { return nil }
    var text = ""
    for line in handed..<lineEnd {
      let pieces = (firstSlot..<end).compactMap { drawn[$0]?.piece(at: line - slots[$0].line) }
      text += pen.ansi.encode(lines[line], with: pieces) + "\n"
    }
    handed = lineEnd
    while firstSlot < end, slots[firstSlot].line + slots[firstSlot].rows <= handed {
      drawn[firstSlot] = nil
      firstSlot += 1
    }
    return text
  }
}

/// A picture as lines of letters, or the mark in its place.
private struct DrawnRows {
  private let rows: [String]
  private let column: Int
  private let columns: Int
  /// Rows of its room above it.
  private let above: Int

  init(_ arrival: IllustratedPage.Arrival, in slot: PictureSlot, _ ansi: ANSI, _ theme: Theme) {
    switch arrival {
    case .picture(.lines(let lines, let width)):
      (rows, columns, above) = (lines, width, 0)
    case .picture(.rows(let lines)):
      (rows, columns, above) = (lines.map(ansi.encode), lines.map(\.width).max() ?? 0, 0)
    // No letters, so that nothing can be shown.
    case .picture(.stream): (rows, columns, above) = ([], 0, 0)
    case .fault(let fault):
      let mark = StyledText(fault.words, theme.quiet).truncated(to: slot.columns)
      (rows, columns, above) = ([ansi.encode(mark)], mark.width, slot.rows / 2)
    }
    column = slot.column + max(slot.columns - columns, 0) / 2
  }

  func piece(at row: Int) -> ANSI.Piece? {
    guard rows.indices.contains(row - above) else { return nil }
    return ANSI.Piece(rows[row - above], column: column, columns: columns)
  }
}

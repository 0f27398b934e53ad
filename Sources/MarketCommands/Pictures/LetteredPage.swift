/// An answer with pictures on its way to somebody who reads lines, such as a pager.
import MarketRender
import OpenMarketClient
import TerminalKit
import TerminalPictures

/// Lines in which the pictures stand as letters.
///
/// 1. Lines are handed on in order, each once, as soon as the pictures in them are there.
/// 2. Text never waits long: where no picture has come for ``patience``, the next window goes on
///    with marks in the missing places, and where still none comes, all of the rest.
/// 3. Nothing goes on afterwards: whatever ends it, requests under way are cancelled and awaited.
struct LetteredPage {
  /// How long lines wait for pictures after the last one that came. A pager that waits for text
  /// does not look at its keys.
  static let patience = Duration.seconds(1)

  private let lines: [StyledText]
  private let slots: [PictureSlot]
  private let session: Session
  private let pen: PicturePen
  private let windowRows: Int
  private let hosts: PictureHosts
  /// Pictures that came and whose lines were not handed on.
  private var drawn: [Int: DrawnRows] = [:]
  /// Slots before this one have been handed on.
  private var firstSlot = 0
  /// Lines handed on.
  private var handed = 0

  private enum Event: Sendable {
    case arrival(Int, IllustratedPage.Arrival)
    case timeUp
  }

  /// - Parameter pen: whatever it draws with, letters are drawn.
  init(
    _ page: PicturedText, session: Session, pen: PicturePen, windowRows: Int, hosts: PictureHosts
  ) {
    self.hosts = hosts
    lines = page.lines
    slots = page.pictures
    self.session = session
    self.pen = pen.lettered
    self.windowRows = windowRows
  }

  /// What was not handed on.
  var rest: PicturedText { PicturedText(lines: lines, pictures: slots).dropping(handed) }

  /// Hands on all of it, or as much as `reader` takes before it answers false. Pictures under way
  /// then are awaited as usual, so that nobody has to ask for them again.
  mutating func hand(
    from client: OpenMarketClient, to reader: (String) async throws -> Bool
  ) async throws {
    let (session, pen, slots, hosts) = (session, pen, slots, hosts)
    var queue = PictureQueue(Array(slots.indices))
    var wait = PictureWait(session.environment.client.time)
    var isRead = true
    try await withThrowingTaskGroup(of: Event.self) { group in
      defer { group.cancelAll() }
      func watch() {
        group.addTask { [wait] in
          try await wait.sleep()
          return .timeUp
        }
      }
      watch()
      while true {
        while isRead, let index = queue.next() {
          group.addTask {
            .arrival(
              index, try await IllustratedPage.fetch(slots[index], session, pen, client, hosts))
          }
        }
        if isRead, let text = advance() {
          isRead = try await reader(text)
          wait.beginAnew()
        }
        guard isRead ? handed < lines.count : queue.underWay > 0,
          let event = try await group.next()
        else { return }
        switch event {
        case .arrival(let index, let arrival):
          queue.take(index)
          keep(arrival, for: index)
          wait.endLull()
        case .timeUp:
          if wait.isLull {
            guard isRead else { return }
            for slot in giveUp(all: wait.beginLull() > 1) { queue.pass(slot) }
          }
          watch()
        }
      }
    }
  }

  private mutating func keep(_ arrival: IllustratedPage.Arrival, for slot: Int) {
    // One that comes too late is there the next time.
    guard slots[slot].line >= handed else { return }
    drawn[slot] = DrawnRows(arrival, in: slots[slot], pen.ansi, session.theme)
  }

  /// Has marks stand for missing pictures in the next window, or in all of the rest; answers whose.
  private mutating func giveUp(all: Bool) -> [Int] {
    let missing = slots.indices.dropFirst(firstSlot).filter {
      drawn[$0] == nil && (all || slots[$0].line < handed + windowRows)
    }
    for slot in missing { keep(.fault(.tooSlow), for: slot) }
    return missing
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

/// How long pictures have been waited for.
private struct PictureWait: Sendable {
  private let time: Timekeeper
  private var end: Duration
  /// Times in a row that nothing came.
  private var lulls = 0

  init(_ time: Timekeeper) {
    self.time = time
    end = time.elapsed() + LetteredPage.patience
  }

  var isLull: Bool { time.elapsed() >= end }

  func sleep() async throws { try await time.sleep(max(end - time.elapsed(), .zero)) }

  mutating func beginAnew() { end = time.elapsed() + LetteredPage.patience }

  /// Nothing came; answers how often in a row.
  mutating func beginLull() -> Int {
    beginAnew()
    lulls += 1
    return lulls
  }

  mutating func endLull() {
    beginAnew()
    lulls = 0
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

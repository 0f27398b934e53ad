import MarketRender
import ScreenPictures
import TerminalKit

/// Writes screens on the alternate screen: only what differs from the one before.
///
/// 1. The cells of a slot are blank in every frame, so a frame never overwrites a picture.
/// 2. A picture is removed before its cells are used for something else. Only symbols may be
///    overwritten by other symbols that fill the slot.
struct WindowPainter {
  /// Lines do not wrap: a frame may be on its way while the window becomes narrower.
  var open: String {
    "\u{1B}[?1049h\u{1B}[?7l\u{1B}[H\u{1B}[2J" + (usesMouse ? MouseEvent.begin : "")
  }
  private var close: String { (usesMouse ? MouseEvent.end : "") + "\u{1B}[?7h\u{1B}[?1049l" }
  /// The terminal shows what is between these at once, so that no half frame is seen.
  /// Terminals without synchronized output ignore them.
  private static let (begin, end) = ("\u{1B}[?2026h", "\u{1B}[?2026l")

  private let ansi: ANSI
  /// Whether the terminal reports clicks.
  private let usesMouse: Bool
  private var painter: FramePainter
  /// The pictures on the screen: as they were loaded, and with a number of their own.
  private var drawn: [PictureSlot: (loaded: DrawnPicture, shown: DrawnPicture)] = [:]
  private var identifiers: KittyIdentifiers
  /// The rows on the screen.
  private var rows: [StyledText] = []

  /// - Parameter seed: a random number for the pictures; see ``KittyIdentifiers``.
  init(size: TerminalSize, ansi: ANSI, seed: UInt32 = 0, usesMouse: Bool = true) {
    self.ansi = ansi
    self.usesMouse = usesMouse
    identifiers = KittyIdentifiers(seed: seed)
    painter = FramePainter(size: size)
  }

  /// The bytes of a screen.
  ///
  /// - Parameter pictures: the pictures that are ready.
  mutating func paint(
    _ screen: WindowScreen, _ pictures: [PictureSlot: DrawnPicture]
  ) -> String {
    let changes = changes(to: screen, pictures)
    return changes == Self.begin ? "" : changes + Self.end
  }

  private mutating func changes(
    to screen: WindowScreen, _ pictures: [PictureSlot: DrawnPicture]
  ) -> String {
    let slots = Set(screen.slots)
    var output = Self.begin
    output += removeOthers(than: slots, pictures)
    if drawn.isEmpty, slots.isEmpty { output += scroll(to: screen.frame.rows) }
    output += painter.paint(screen.frame, ansi: ansi)
    rows = screen.frame.rows
    for slot in screen.slots where drawn[slot] == nil {
      guard let picture = pictures[slot] else { continue }
      // Two listings may have the same photo.
      let shown = picture.stream.map { .stream($0.numbered(identifiers.next())) } ?? picture
      if Self.draw(shown, in: slot, to: &output) { drawn[slot] = (picture, shown) }
    }
    return output
  }

  /// Removes the pictures that are not on the next screen.
  ///
  /// Symbols that fill a slot overwrite the symbols that were there.
  private mutating func removeOthers(
    than slots: Set<PictureSlot>, _ pictures: [PictureSlot: DrawnPicture]
  ) -> String {
    let gone = drawn.filter { !slots.contains($0.key) || pictures[$0.key] != $0.value.loaded }
    let filled = Set(slots.filter { pictures[$0]?.fills($0) == true }.map(SlotPlace.init))
    var output = ""
    for (slot, picture) in gone {
      drawn[slot] = nil
      guard picture.shown.stream != nil || !filled.contains(SlotPlace(slot)) else { continue }
      output += Self.removal(of: picture.shown, in: slot)
    }
    return output.isEmpty ? "" : "\u{1B}7" + output + "\u{1B}8"
  }

  /// The bytes that move the rows of a list which scrolls by up to three lines, so that only the new
  /// ones are written.
  private mutating func scroll(to new: [StyledText]) -> String {
    guard rows.count == new.count, rows.count > 8 else { return "" }
    // The first and the last line stay.
    let body = 1..<new.count - 1
    guard let first = body.first(where: { rows[$0] != new[$0] }),
      let last = body.last(where: { rows[$0] != new[$0] }), last - first > 6
    else { return "" }
    for step in [1, -1, 3, -3, 2, -2] {
      let same = (first...last).count { row in
        (first...last).contains(row + step) && new[row] == rows[row + step]
      }
      // The row with the cursor differs before and after.
      if same >= last - first + 1 - abs(step) - 2 {
        return painter.scroll(first..<last + 1, by: step)
      }
    }
    return ""
  }

  /// Clears the window, which may have another size; the next screen is written in full.
  mutating func restart(size: TerminalSize) -> String {
    let deletions = drawn.values.compactMap { $0.shown.stream?.deletion }.joined()
    (drawn, rows) = ([:], [])
    painter = FramePainter(size: size)
    return deletions + "\u{1B}[0m\u{1B}[2J\u{1B}[H"
  }

  /// Removes the pictures that the terminal keeps below the text, and leaves the alternate screen.
  mutating func finish() -> String {
    let deletions = drawn.values.compactMap { $0.shown.stream?.deletion }.joined()
    drawn = [:]
    return deletions + painter.finish() + close
  }

  /// Adds the bytes that draw a picture; returns false if it does not fit into its slot.
  private static func draw(
    _ picture: DrawnPicture, in slot: PictureSlot, to output: inout String
  ) -> Bool {
    switch picture {
    case .stream(let stream):
      guard stream.box.rows <= slot.rows, stream.box.columns <= slot.columns else { return false }
      output += "\u{1B}7" + position(slot.line, slot.column)
      output += stream.stream
    case .lines(let lines, let columns):
      guard lines.count <= slot.rows, columns <= slot.columns else { return false }
      output += "\u{1B}7"
      for (index, line) in lines.enumerated() {
        output += position(slot.line + index, slot.column)
        output += line
      }
    }
    output += "\u{1B}8"
    return true
  }

  private static func removal(of picture: DrawnPicture, in slot: PictureSlot) -> String {
    if let deletion = picture.stream?.deletion { return deletion }
    let blank = String(repeating: " ", count: slot.columns)
    return "\u{1B}[0m"
      + (0..<slot.rows).map { position(slot.line + $0, slot.column) + blank }.joined()
  }

  private static func position(_ row: Int, _ column: Int) -> String {
    "\u{1B}[\(row + 1);\(column + 1)H"
  }
}

/// The cells of a slot.
private struct SlotPlace: Hashable {
  let line: Int
  let column: Int
  let columns: Int
  let rows: Int

  init(_ slot: PictureSlot) {
    (line, column, columns, rows) = (slot.line, slot.column, slot.columns, slot.rows)
  }
}

extension DrawnPicture {
  /// Whether it consists of symbols in all cells of a slot.
  fileprivate func fills(_ slot: PictureSlot) -> Bool {
    guard case .lines(let lines, let columns) = self else { return false }
    return lines.count == slot.rows && columns == slot.columns
  }

  fileprivate var stream: TerminalPicture? {
    if case .stream(let picture) = self { picture } else { nil }
  }
}

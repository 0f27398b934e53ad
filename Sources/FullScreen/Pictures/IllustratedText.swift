import MarketRender
import TerminalKit

/// Lines of text with slots for pictures.
struct IllustratedText: Sendable {
  private(set) var lines: [StyledText] = []
  /// From top to bottom.
  private(set) var slots: [PictureSlot] = []

  /// - Parameter text: The lines; the last one may lack its line feed.
  init(_ text: StyledText = "", _ slots: [PictureSlot] = []) {
    guard !text.isEmpty else { return }
    lines = text.lines
    if lines.last?.isEmpty == true { lines.removeLast() }
    self.slots = slots
  }

  private init(lines: [StyledText], slots: [PictureSlot]) {
    self.lines = lines
    self.slots = slots
  }

  /// Returns the text after the first `count` lines, without slots that start before it.
  func dropping(_ count: Int) -> IllustratedText {
    IllustratedText(
      lines: Array(lines.dropFirst(count)),
      slots: slots.filter { $0.line >= count }.map { $0.moved(down: -count) })
  }

  /// The text without slots, and without the lines that are empty except for them.
  var withoutSlots: IllustratedText {
    var slotLines: Set<Int> = []
    for slot in slots { slotLines.formUnion(slot.line..<slot.line + slot.rows) }
    let rest = lines.enumerated().filter { !slotLines.contains($0.offset) || !$0.element.isBlank }
    return IllustratedText(lines: rest.map(\.element), slots: [])
  }

  func encoded(by ansi: ANSI) -> String { lines.map { ansi.encode($0) + "\n" }.joined() }
}

extension StyledText {
  fileprivate var isBlank: Bool { plain.allSatisfy { $0 == " " } }
}

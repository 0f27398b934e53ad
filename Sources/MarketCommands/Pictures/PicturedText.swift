/// Text and the room for pictures in it.
import MarketRender
import TerminalKit

/// Lines of an answer that grows piece by piece.
struct PicturedText: Sendable {
  private(set) var lines: [StyledText] = []
  /// From top to bottom.
  private(set) var pictures: [PictureSlot] = []

  /// - Parameter text: its last line may end or not.
  init(_ text: StyledText = "", _ pictures: [PictureSlot] = []) {
    guard !text.isEmpty else { return }
    lines = text.lines
    if lines.last?.isEmpty == true { lines.removeLast() }
    self.pictures = pictures
  }

  init(lines: [StyledText], pictures: [PictureSlot]) {
    self.lines = lines
    self.pictures = pictures
  }

  /// The rest below the first lines; a picture that began above is none of it.
  func dropping(_ count: Int) -> PicturedText {
    PicturedText(
      lines: Array(lines.dropFirst(count)),
      pictures: pictures.filter { $0.line >= count }.map { $0.moved(by: -count) })
  }

  /// The same without pictures and the empty lines that were left for them.
  var withoutRoom: PicturedText {
    var room: Set<Int> = []
    for picture in pictures { room.formUnion(picture.line..<picture.line + picture.rows) }
    let rest = lines.enumerated().filter { !room.contains($0.offset) || !$0.element.isBlank }
    return PicturedText(lines: rest.map(\.element), pictures: [])
  }

  func encoded(by ansi: ANSI) -> String { lines.map { ansi.encode($0) + "\n" }.joined() }
}

extension StyledText {
  fileprivate var isBlank: Bool { plain.allSatisfy { $0 == " " } }
}

extension PictureSlot {
  fileprivate func moved(by lines: Int) -> PictureSlot {
    var slot = self
    slot.line += lines
    return slot
  }
}

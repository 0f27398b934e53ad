/// A picture as a terminal gets it.

/// A picture with its way onto the screen and off it again.
///
/// It is written with the cursor at its upper left cell. Where the cursor is afterwards differs
/// among terminals; `Overlay` puts it back.
public struct TerminalPicture: Hashable, Sendable {

  enum Content: Hashable, Sendable {
    /// `rest` is what follows the id.
    case kitty(id: UInt32, rest: String)
    case sixel(String)
    case iterm(String)
  }

  /// The cells that it covers.
  public let box: CellBox
  private let content: Content

  init(box: CellBox, _ content: Content) {
    self.box = box
    self.content = content
  }

  /// What is written at the cursor.
  public var stream: String {
    switch content {
    case .kitty(let id, let rest): KittyPainter.opening(id: id) + rest
    case .sixel(let text), .iterm(let text): text
    }
  }

  /// The same picture under another id, for a second place on the screen: kitty takes a picture
  /// away from where it was when its id is used again. Other pictures have no id.
  public func numbered(_ id: UInt32) -> TerminalPicture {
    guard case .kitty(_, let rest) = content else { return self }
    return TerminalPicture(box: box, .kitty(id: max(id, 1), rest: rest))
  }

  /// About the memory it takes.
  var byteCount: Int {
    switch content {
    case .kitty(_, let text), .sixel(let text), .iterm(let text): text.utf8.count
    }
  }
}

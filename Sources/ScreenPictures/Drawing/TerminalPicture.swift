/// A picture encoded for a terminal.
///
/// It is written with the cursor at its upper left cell. The cursor position afterwards depends on
/// the terminal; `Overlay` restores it.
public struct TerminalPicture: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    /// The id of the picture, and the part of the sequence after it.
    case kitty(id: UInt32, rest: String)
    case sixel(String)
    case iterm(String)
  }

  /// The cells that the picture covers.
  public let box: CellBox
  private let content: Content

  init(box: CellBox, _ content: Content) {
    self.box = box
    self.content = content
  }

  /// The escape sequence that draws the picture.
  public var stream: String {
    switch content {
    case .kitty(let id, let rest): KittyPainter.opening(id: id) + rest
    case .sixel(let text), .iterm(let text): text
    }
  }

  /// The sequence that deletes the picture from the screen; nil if overwriting it is enough.
  ///
  /// kitty keeps pictures below text, so they must be deleted.
  public var deletion: String? {
    guard case .kitty(let id, _) = content else { return nil }
    return KittyPainter.deletion(id: id)
  }

  /// Returns the picture with another id, for a second position on the screen.
  ///
  /// kitty deletes a picture when its id is used again. Other pictures have no id.
  public func numbered(_ id: UInt32) -> TerminalPicture {
    guard case .kitty(_, let rest) = content else { return self }
    return TerminalPicture(box: box, .kitty(id: max(id, 1), rest: rest))
  }

  /// The approximate memory use in bytes.
  var byteCount: Int {
    switch content {
    case .kitty(_, let text), .sixel(let text), .iterm(let text): text.utf8.count
    }
  }
}

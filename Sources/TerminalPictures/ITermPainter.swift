/// Pictures by the inline images of iTerm2, which WezTerm and mintty draw, too.
import Foundation

/// Writes PNG and JPEG files for the terminal to draw.
///
/// See https://iterm2.com/documentation-images.html
public struct ITermPainter: Hashable, Sendable {
  public let cell: CellSize

  public init(cell: CellSize = .unknown) {
    self.cell = cell
  }

  /// The picture in the upper left of the box; the terminal keeps its proportions.
  ///
  /// No name is sent, so nothing that a stranger wrote is in the sequence. Fails with `.emptyBox`.
  public func picture(
    of file: EncodedPicture, in box: CellBox
  ) throws(PictureError) -> TerminalPicture {
    let covered = try box.fit(width: file.width, height: file.height, cell: cell).coveredCells
    let facts = [
      "inline=1", "size=\(file.bytes.count)", "width=\(covered.columns)",
      "height=\(covered.rows)", "preserveAspectRatio=1", "doNotMoveCursor=1",
    ]
    let data = Data(file.bytes).base64EncodedString()
    let text = "\u{1B}]1337;File=" + facts.joined(separator: ";") + ":" + data + "\u{07}"
    return TerminalPicture(box: covered, .iterm(text))
  }
}

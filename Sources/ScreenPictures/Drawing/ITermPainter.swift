import Foundation

/// Draws PNG files with iTerm2's inline images, which WezTerm and mintty support, too.
///
/// See https://iterm2.com/documentation-images.html
struct ITermPainter {
  var cell = CellSize.unknown

  /// Returns the picture for the upper left part of the box; the terminal preserves its
  /// proportions.
  ///
  /// No file name is sent, so the sequence contains no untrusted text. Throws `.emptyBox`.
  func picture(
    of file: EncodedPicture, in box: CellBox
  ) throws(PictureError) -> TerminalPicture {
    let covered = try box.fit(width: file.width, height: file.height, cell: cell).coveredCells
    let arguments = [
      "inline=1", "size=\(file.bytes.count)", "width=\(covered.columns)",
      "height=\(covered.rows)", "preserveAspectRatio=1", "doNotMoveCursor=1",
    ]
    let data = Data(file.bytes).base64EncodedString()
    let text = "\u{1B}]1337;File=" + arguments.joined(separator: ";") + ":" + data + "\u{07}"
    return TerminalPicture(box: covered, .iterm(text))
  }
}

/// Answers with pictures, where the terminal can draw them.
import MarketRender
import TerminalKit
import TerminalPictures

extension Interpreter {
  /// Writes an answer with its pictures drawn; false where there is nothing to draw, nowhere to draw
  /// it, or a pager that will show the answer: that one knows only text.
  func draw(
    _ output: Output, _ options: ProcessOptions, wish: PictureWish
  ) async throws -> Bool {
    guard let pen = await session.pen(for: wish) else { return false }
    let out = session.capabilities(of: .output)
    if case .photo(let page) = output {
      // The picture takes the window; what it is from stands above it.
      if let mark = session.presenter(options, out).mark(output) { session.report(mark) }
      var viewer = PhotoViewer(page, session: session, pen: pen, out: out)
      try await viewer.run(from: try await session.pictureClient())
      return true
    }
    let presenter = session.presenter(options, out, pictures: PictureRoom(pen.cell, in: out.size))
    let piece = try presenter.present(output)
    guard case .styled(let text) = piece.output, !piece.pictures.isEmpty,
      !PagedOutput(session, out, mayPage: true).pages(text)
    else { return false }
    session.activity.pause()
    var page = IllustratedPage(text, piece.pictures, session: session, pen: pen, out: out)
    try await page.write(from: try await session.pictureClient())
    return true
  }
}

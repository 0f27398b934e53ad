import MarketRender
import TerminalKit

/// Writes the pieces of an answer with their pictures, until a key ends the waiting for pictures.
struct IllustratedOutput {
  private let context: CommandContext
  private let out: Capabilities
  /// nil once a key ended the waiting: later pieces have neither pictures nor space for them.
  private var pen: PicturePen?

  init(context: CommandContext, out: Capabilities, pen: PicturePen) {
    self.context = context
    self.out = out
    self.pen = pen
  }

  mutating func write(_ piece: RenderedOutput) async throws {
    context.activity.pause()
    guard case .styled(let text) = piece.output, !piece.pictures.isEmpty else {
      return try piece.write(
        to: context.environment.terminal, output: out.ansi,
        error: context.console.capabilities(of: .error).ansi)
    }
    let page = PicturedText(text, piece.pictures)
    guard let pen else {
      return try context.environment.terminal.write(
        page.withoutRoom.encoded(by: out.ansi), to: .output)
    }
    var illustrated = IllustratedPage(page, context: context, pen: pen, out: out)
    let isFilled = try await illustrated.write(from: try await context.market.pictureClient())
    if !isFilled { self.pen = nil }
  }
}

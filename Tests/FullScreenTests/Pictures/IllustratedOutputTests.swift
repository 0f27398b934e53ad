import MarketRender
import MarketTestSupport
import MarketWire
import Messages
import OpenMarketClient
import ScreenPictures
import Synchronization
import TerminalKit
import Testing

@testable import FullScreen

@Suite(.timeLimit(.minutes(60))) struct IllustratedOutputTests {
  private final class RecordingProgress: ProgressDisplay {
    private let state = Mutex<[String]>([])

    var calls: [String] { state.withLock { $0 } }

    func pause() { state.withLock { $0.append("pause") } }
    func hold() { state.withLock { $0.append("hold") } }
    func release() { state.withLock { $0.append("release") } }
    func show<R: Sendable>(
      _ subject: Message, while body: () async throws -> R
    ) async rethrows -> R { try await body() }
  }

  private static let size = TerminalSize(columns: 40, rows: 20)
  private static let capabilities = Capabilities(
    environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"], isTerminal: true,
    window: size)

  private let terminal = FakeTerminal(columns: size.columns, rows: size.rows)
  private let progress = RecordingProgress()

  private func output(
    _ steps: ScriptedTransport.Step..., windowSize: TerminalSize = size
  ) -> (IllustratedOutput, ScriptedTransport) {
    let transport = ScriptedTransport(steps)
    let screen = PictureScreen(
      terminal: terminal, output: Self.capabilities, errorANSI: .plain,
      windowSize: { windowSize }, theme: .dark, progress: progress, readsKeys: false)
    let source = PictureSource(
      loader: PictureLoader(random: { 1 }, now: ManualWallClock().now), cache: nil,
      renderer: PictureRenderer(
        method: .symbols, cell: .unknown, ansi: Self.capabilities.ansi, background: nil)
    ) { .test(transport, credentials: nil, retryPolicy: .never) }
    return (IllustratedOutput(on: screen, from: source), transport)
  }

  private func page(_ title: String) -> RenderedOutput {
    RenderedOutput(
      output: .styled(StyledText("\(title)\n\n\n\nend\n")),
      pictures: [
        PictureSlot(listing: 1, url: "/pictures/1.png", line: 1, column: 0, columns: 8, rows: 3)
      ])
  }

  private static let image = ScriptedTransport.Step.respond(
    HTTPResponse(status: 200, body: TestPicture.png(width: 80, height: 60, gray: 200)))

  @Test func `a picture is drawn into its slot below the written text`() async throws {
    var (output, transport) = output(Self.image)
    try await output.write(page("title"))
    #expect(terminal.output.hasPrefix("title\n\n\n\nend\n\u{1B}7\u{1B}[4A"))
    #expect(terminal.output.contains("8;2;200;200;200"))
    #expect(transport.unused == 0)
    #expect(progress.calls == ["pause", "hold", "release"])
  }

  @Test func `an error leaves a label in the slot`() async throws {
    var (output, _) = output(.status(404))
    try await output.write(page("title"))
    #expect(terminal.output.contains("not fo"))
  }

  @Test func `after a resize the rest is written without pictures and slots`() async throws {
    var (output, transport) = output(
      Self.image, windowSize: TerminalSize(columns: 60, rows: 20))
    try await output.write(page("title"))
    try await output.write(page("next"))
    #expect(terminal.output == "title\n\n\n\nend\nnext\nend\n")
    #expect(transport.requests.count == 1)
  }

  @Test func `text without pictures fetches nothing`() async throws {
    var (output, transport) = output()
    try await output.write(RenderedOutput(output: .exact("a\n"), error: .exact("b\n")))
    #expect(terminal.output == "a\n" && terminal.error == "b\n")
    #expect(transport.requests.isEmpty)
  }
}

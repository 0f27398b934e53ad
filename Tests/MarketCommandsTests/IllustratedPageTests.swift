/// Lists with pictures on a terminal: text first, each picture on its own card, nothing left behind.
import CommandLanguage
import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Synchronization
import TerminalKit
import TerminalPictures
import Testing

@testable import MarketCommands

@Suite(.timeLimit(.minutes(2))) struct IllustratedPageTests {
  private static let variables = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]

  private func type(_ lines: String..., in session: Session) async -> [ExitCode] {
    let interpreter = Interpreter(session: session)
    var codes: [ExitCode] = []
    for line in lines {
      for tokens in Tokenizer(line) { codes.append(await interpreter.run(tokens)) }
    }
    // Nothing is to write into a folder that is gone.
    await session.settleKept()
    return codes
  }

  /// A seller with `count` listings in a market on the network, and what each looks like.
  private func world(_ count: Int) async throws -> (TestWorld, greys: [Int: UInt8]) {
    let world = try TestWorld()
    var greys: [Int: UInt8] = [:]
    for number in 0..<count {
      let id = try await world.add("Mug \(number)")
      greys[id] = UInt8(40 + number * 10)
    }
    return (world, greys)
  }

  private func session(
    _ world: TestWorld, _ terminal: FakeTerminal, through gate: PictureGate,
    _ mode: Session.Mode = .prompt
  ) -> Session {
    var environment = world.environment(terminal, variables: Self.variables)
    environment.connect = { gate }
    let session = Session(environment: environment, mode: mode)
    session.withState { state in
      state.currentName = TestWorld.url
      // Else the question would stand in what is drawn.
      state.pictureAnswers = PictureAnswers()
    }
    return session
  }

  private func market(_ world: TestWorld) -> any Transport {
    ClosureTransport(clock: FrozenClock(), hosts: ["market.test"]) { [service = world.service] in
      service.respond($0)
    }
  }

  /// Answers for each listing's thumbnail a picture of its grey.
  private func pictures(
    _ world: TestWorld, _ greys: [Int: UInt8]
  ) async throws -> @Sendable (HTTPRequest) -> HTTPResponse? {
    var byPath: [String: UInt8] = [:]
    for (id, grey) in greys {
      let url = try #require(try await world.listing(id).thumbnail)
      byPath[URL(string: url)?.path ?? ""] = grey
    }
    let known = byPath
    return { request in
      let path = URL(string: request.target)?.path ?? ""
      return known[path].map { grey in
        HTTPResponse(status: 200, body: TestPicture.png(width: 240, height: 180, grey: grey))
      }
    }
  }

  /// The colour of a cell in a picture of one colour, which may be all ink or none.
  private static func colour(_ cell: ScreenModel.Cell) -> Color? {
    cell.text == " " ? cell.style.background : cell.style.foreground
  }

  @Test func `a late picture never lands on another card`() async throws {
    let (world, greys) = try await world(9)
    let terminal = FakeTerminal(columns: 84, rows: 60)
    // As many as there can be wait, and the last one that was asked for comes first.
    let gate = PictureGate(
      market(world),
      opens: { begun, waiting in waiting >= min(IllustratedPage.atOnce, 9 - begun + waiting) },
      picture: try await pictures(world, greys))
    let codes = await type("list --grid", in: session(world, terminal, through: gate))
    #expect(codes == [.done], "\(terminal.error)")
    #expect(gate.begun.count == 9)
    #expect(gate.most == 6)
    var screen = ScreenModel(columns: 84, rows: 60)
    screen.write(terminal.output.replacing("\n", with: "\r\n"))
    #expect(screen.problems == [])
    for (row, line) in screen.rows.enumerated() {
      // The rule of a card: its id, then the line.
      for piece in line.matches(of: /(\d+) ─/) {
        let column = line[..<piece.range.lowerBound].count
        let grey = try #require(Int(piece.1).flatMap { greys[$0] })
        let cell = screen.cell(row: row + 4, column: column + 12)
        #expect(cell.map(Self.colour) == .rgb(grey, grey, grey), "card \(piece.1)")
      }
    }
  }

  @Test func `a page turned while twenty load leaves no stray request`() async throws {
    let (world, greys) = try await world(20)
    let terminal = FakeTerminal(columns: 140, rows: 120)
    // Nothing ever comes; the first key ends the waiting and is there for the prompt.
    let gate = PictureGate(market(world), picture: try await pictures(world, greys))
    let session = session(world, terminal, through: gate)
    terminal.type("n")
    let codes = await type("list --grid --per-page 20", in: session)
    #expect(codes == [.done])
    #expect(gate.underWay == 0)
    #expect(gate.begun.count <= IllustratedPage.atOnce)
    #expect(gate.cancelled == gate.begun.count)
    #expect(!terminal.readsKeys)
    #expect(try await terminal.nextEvent(timeout: .zero) == .bytes([UInt8(ascii: "n")]))
    // Every card is there.
    for id in greys.keys { #expect(terminal.output.contains("\(id) ")) }
  }

  @Test func `Ctrl-C leaves the text, the terminal as it was, and no request`() async throws {
    let (world, greys) = try await world(3)
    let terminal = FakeTerminal(columns: 84, rows: 40)
    let gate = PictureGate(market(world), picture: try await pictures(world, greys))
    terminal.type("x\u{3}")
    let codes = await type("list --grid", in: session(world, terminal, through: gate))
    #expect(codes == [.interrupted])
    #expect(gate.underWay == 0)
    #expect(!terminal.readsKeys)
    #expect(try await terminal.nextEvent(timeout: .zero) == .timedOut)
    #expect(terminal.output.hasSuffix("\n"))
  }

  @Test func `answers of the terminal that come late stop nothing`() async throws {
    let (world, greys) = try await world(3)
    let terminal = FakeTerminal(columns: 84, rows: 40)
    let gate = PictureGate(
      market(world), opens: { _, _ in true }, picture: try await pictures(world, greys))
    let session = session(world, terminal, through: gate)
    terminal.type("\u{1B}[?62;4c")
    #expect(await type("list --grid", in: session) == [.done])
    #expect(gate.begun.count == 3 && gate.cancelled == 0)
  }

  @Test func `a page that is longer than the window has all its pictures`() async throws {
    let (world, greys) = try await world(8)
    let terminal = FakeTerminal(columns: 50, rows: 20)
    let gate = PictureGate(
      market(world), opens: { _, _ in true }, picture: try await pictures(world, greys))
    let script = session(world, terminal, through: gate, .script)
    #expect(await type("list --grid", in: script) == [.done])
    #expect(gate.begun.count == 8)
    for grey in greys.values {
      #expect(terminal.output.contains("8;2;\(grey);\(grey);\(grey)"), "grey \(grey)")
    }
  }

  @Test func `a broken picture is a mark in its place`() async throws {
    let (world, _) = try await world(2)
    let terminal = FakeTerminal(columns: 84, rows: 40)
    let gate = PictureGate(
      market(world), opens: { _, _ in true },
      picture: { _ in HTTPResponse(status: 200, body: [0, 1, 2]) })
    #expect(await type("list --grid", in: session(world, terminal, through: gate)) == [.done])
    #expect(terminal.error.isEmpty)
    var screen = ScreenModel(columns: 84, rows: 40)
    screen.write(terminal.output.replacing("\n", with: "\r\n"))
    #expect(screen.problems == [])
    #expect(screen.rows.joined().ranges(of: "broken picture").count == 2)
  }

  @Test(arguments: ["list --grid --no-pictures", "list", "list --grid --json"])
  func `nothing is fetched for what shows no pictures`(line: String) async throws {
    let (world, greys) = try await world(2)
    let gate = PictureGate(market(world), picture: try await pictures(world, greys))
    let terminal = FakeTerminal(columns: 84, rows: 40)
    _ = await type(line, in: session(world, terminal, through: gate))
    #expect(gate.begun.isEmpty)
  }

  @Test func `thumbnails stand beside their rows, and a listing has all of its pictures`()
    async throws
  {
    let (world, greys) = try await world(3)
    let terminal = FakeTerminal(columns: 84, rows: 40)
    let gate = PictureGate(
      market(world), opens: { _, _ in true }, picture: try await pictures(world, greys))
    let session = session(world, terminal, through: gate)
    #expect(await type("list --thumbs", in: session) == [.done])
    var screen = ScreenModel(columns: 84, rows: 40)
    screen.write(terminal.output.replacing("\n", with: "\r\n"))
    #expect(screen.problems == [])
    for (id, grey) in greys {
      let row = try #require(screen.rows.firstIndex { $0.contains("Mug \(id - 1)") })
      let cell = screen.cell(row: row, column: 3)
      #expect(cell.map(Self.colour) == .rgb(grey, grey, grey))
    }
    #expect(await type("show \(greys.keys.min() ?? 0)", in: session) == [.done])
    #expect(gate.cancelled == 0)
  }
}

import Dispatch
import MarketService
import MarketTestSupport
import MarketWire
import Synchronization
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct InterruptTests {
  /// Where commands come from without a prompt.
  enum Source: CaseIterable, Sendable {
    case file, text

    func arguments(_ commands: [String], _ world: TestWorld) throws -> [String] {
      switch self {
      case .file:
        try world.write("batch.market", commands.joined(separator: "\n"))
        return ["run", "batch.market"]
      case .text: return ["-c", commands.joined(separator: "; ")]
      }
    }
  }

  private static let add =
    "add --price 12000 --description \"Turned from one piece.\" --image a.jpg --stock 5 --name"

  @Test(arguments: Source.allCases)
  func `a running add is finished with its code, and the next one is not started`(
    _ source: Source
  ) async throws {
    let world = try TestWorld()
    world.spy.beforeRequest { [weak world] request in
      if request.method == .post { world?.interrupt() }
    }
    let commands = ["\(Self.add) One --code ONE", "\(Self.add) Two --code TWO"]
    let result = await world.run(
      try source.arguments(commands, world), on: FakeTerminal(isTTY: false))
    #expect(result.exitCode == 130)
    #expect(result.error.contains("Finishing the current change; Ctrl-C again stops at once."))
    world.spy.intercept(nil)
    #expect(await world.run("list", "--fields", "code").output == "ONE\n")
  }

  @Test(arguments: Source.allCases)
  func `Ctrl-C at a question means no and stops the batch`(_ source: Source) async throws {
    let world = try TestWorld()
    let id = try await world.add()
    let terminal = FakeTerminal(
      size: nil, interactive: Set(TerminalStream.allCases), input: [], isInputOpen: true)
    let arguments = try source.arguments(["remove \(id)", "\(Self.add) Next"], world)
    async let running = world.run(arguments, on: terminal)
    await waitUntil("the question is asked") { !terminal.prompts.isEmpty }
    world.interrupt()
    let result = await running
    #expect(result.exitCode == 130)
    #expect(!result.error.contains("Finishing"))
    #expect(
      source != .file
        || result.error.contains("batch.market: nothing was done"),
      "\(result.error)")
    #expect(await world.run("list", "--format", "ids").output == "\(id)\n")
  }

  @Test(arguments: Source.allCases)
  func `a bulk edit stops between two writes`(_ source: Source) async throws {
    let world = try TestWorld()
    for _ in 1...3 { try await world.add() }
    let writes = Mutex(0)
    world.spy.afterResponse { [weak world] request in
      guard request.method == .patch else { return }
      writes.withLock { $0 += 1 }
      world?.interrupt()
    }
    let commands = ["edit --search oak --price -500 --yes", "\(Self.add) Next"]
    let result = await world.run(
      try source.arguments(commands, world), on: FakeTerminal(isTTY: false))
    #expect(result.exitCode == 130)
    #expect(writes.withLock { $0 } == 1)
    #expect(
      result.error.contains("\(source == .file ? "1 done, 3 left" : "1 of 3 changed, 2 left")"))
    #expect(try world.service.listingCount == 3)
  }

  @Test func `Ctrl-C between two commands does not start the next one`() async throws {
    let world = try TestWorld()
    world.spy.afterResponse { [weak world] _ in world?.interrupt() }
    #expect(await world.run("-c", "list; \(Self.add) Next").exitCode == 130)
    #expect(try world.service.listingCount == 0)
  }

  /// Commands that change listings, with what programs read of them.
  private static let writing: [(arguments: [String], answer: String)] = [
    (["run", "a.market"], "left"), (["import", "a.csv"], "left"),
    (["copy", "1", "--from", "home", "--to", "far", "--yes"], "left"), (["resume"], "left"),
    (["-c", "run a.market"], "left"), (["edit", "--mine", "--price", "+100", "--yes"], "[]"),
    (["remove", "--mine", "--yes"], "[]"), (["undo", "--yes"], "[]"), (["redo", "--yes"], "[]"),
  ]

  /// A world with an own listing, an undone change, a second account and files to carry out.
  private static func worldToChange() async throws -> TestWorld {
    let world = try TestWorld()
    try await world.add()
    try await world.add("Elm bowl")
    #expect(await world.run("undo", "--yes").exitCode == 0)
    #expect(
      await world.run(
        "login", "far", "--url", TestWorld.url, "--shop", "x", "--identifier", world.identifier,
        variables: ["OPENMARKET_SECRET": world.secret]
      ).exitCode == 0)
    await world.run("use", "home", "--default")
    try world.write("a.market", "\(add) One\n\(add) Two\n")
    try world.write(
      "a.csv", "name,price,currency,description,photo1\nOne,9,KRW,Turned from one piece.,a.jpg\n")
    return world
  }

  @Test(arguments: writing.indices, [0, 1, 2, 3])
  func `programs get an answer however early Ctrl-C comes`(_ index: Int, request: Int) async throws
  {
    let world = try await Self.worldToChange()
    let seen = Counter()
    world.spy.beforeRequest { [weak world] _ in if seen.next() == request { world?.interrupt() } }
    let terminal = FakeTerminal(isTTY: false)
    var environment = world.environment(terminal)
    if request == 0 {
      environment.onInterrupt = { handler in
        handler()
        return InterruptWatch {}
      }
    }
    let (arguments, answer) = Self.writing[index]
    let code = await Program(environment: environment).run(arguments + ["--json"])
    guard code == .interrupted else {
      // It was over before, or had nothing to do.
      #expect(request > 0 && code != .failed || arguments == ["resume"], "\(terminal.error)")
      return
    }
    let json = try JSON(parsing: Array(terminal.output.utf8))
    if answer == "[]" {
      #expect(json.arrayValue != nil, "\(terminal.output)")
    } else {
      #expect(json.objectValue?[answer]?.intValue != nil, "\(terminal.output)")
    }
  }

  @Test func `nothing runs before Ctrl-C is watched`() async throws {
    let world = try TestWorld()
    let hasStarted = DispatchSemaphore(value: 0)
    var environment = world.environment(FakeTerminal(isTTY: false))
    environment.onInterrupt = { _ in
      // Long enough for a task that does not wait for the watch.
      #expect(hasStarted.wait(timeout: .now() + .milliseconds(20)) == .timedOut)
      return InterruptWatch {}
    }
    await environment.interruptible { _ = hasStarted.signal() }
  }
}

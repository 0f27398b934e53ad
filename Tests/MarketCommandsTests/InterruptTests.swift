/// Ctrl-C in scripts: a write is finished, a question is answered no, and nothing more is begun.
import MarketService
import MarketTestSupport
import MarketWire
import Synchronization
import TerminalKit
import Testing

@testable import MarketCommands
@testable import MarketShell
@testable import SellerSession

@Suite struct InterruptTests {
  /// The ways in which commands come that are no prompt.
  enum Way: CaseIterable, Sendable {
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

  @Test(arguments: Way.allCases)
  func `an add under way is finished with its code, and the next is not begun`(
    _ way: Way
  ) async throws {
    let world = try TestWorld()
    world.wire.play { [weak world] request in
      if request.method == .post { world?.interrupt() }
      return nil
    }
    let commands = ["\(Self.add) One --code ONE", "\(Self.add) Two --code TWO"]
    let result = await world.run(
      try way.arguments(commands, world), on: FakeTerminal(isTTY: false))
    #expect(result.exitCode == 130)
    #expect(result.error.contains("Finishing what is under way; Ctrl-C again stops at once."))
    world.wire.play(nil)
    #expect(await world.run("list", "--fields", "code").output == "ONE\n")
  }

  @Test(arguments: Way.allCases)
  func `at a question it is a no, and the rest is not begun`(_ way: Way) async throws {
    let world = try TestWorld()
    let id = try await world.add()
    let terminal = FakeTerminal(
      size: nil, interactive: Set(TerminalStream.allCases), input: [], isInputOpen: true)
    let arguments = try way.arguments(["remove \(id)", "\(Self.add) Next"], world)
    async let running = world.run(arguments, on: terminal)
    while terminal.prompts.isEmpty { await Task.yield() }
    world.interrupt()
    let result = await running
    #expect(result.exitCode == 130)
    #expect(!result.error.contains("Finishing"))
    #expect(way != .file || result.error.contains("1 stopped, 1 not begun"), "\(result.error)")
    #expect(await world.run("list", "--format", "ids").output == "\(id)\n")
  }

  @Test(arguments: Way.allCases)
  func `a change of many stops between two writes`(_ way: Way) async throws {
    let world = try TestWorld()
    let ids = [try await world.add(), try await world.add(), try await world.add()]
    let writes = Mutex(0)
    world.wire.afterwards { [weak world] request in
      guard request.method == .patch else { return }
      writes.withLock { $0 += 1 }
      world?.interrupt()
    }
    let commands = ["edit --search oak --price -500 --yes", "\(Self.add) Next"]
    let result = await world.run(
      try way.arguments(commands, world), on: FakeTerminal(isTTY: false))
    #expect(result.exitCode == 130)
    #expect(writes.withLock { $0 } == 1)
    #expect(result.error.contains("1 of 3 changed, 2 left: \(ids[1]) \(ids[0])"))
    #expect(try world.service.listingCount == 3)
  }

  @Test func `between two commands of a text it keeps the next from being begun`() async throws {
    let world = try TestWorld()
    world.wire.afterwards { [weak world] _ in world?.interrupt() }
    let result = await world.run("-c", "list; \(Self.add) Next")
    #expect(result.exitCode == 130)
    #expect(try world.service.listingCount == 0)
  }
}

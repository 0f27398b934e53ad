import Base
import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Synchronization
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct SecretTests {
  private static let lines = [
    "list", "list --mine --json", "show @MUG-01", "edit @MUG-01 --price +10%", "whoami --json",
    "markets --json", "edit @MUG-01 --name x", "remove @NONE --yes", "account list --json",
    "remove @MUG-01 --yes --json", "show 1", "use http://gone.test",
    "list --market http://gone.test",
    "login home --shop x --identifier 00000000-0000-0000-0000-000000000000", "help login",
  ]

  /// The output of a session, with and without a trace, with successes and errors.
  private func output(_ world: TestWorld) async throws -> String {
    var shown = ""
    for (index, line) in (Self.lines + Self.lines).enumerated() {
      let trace = index < Self.lines.count ? [] : ["--trace=body"]
      if index % Self.lines.count == 0 {
        try await world.add("Oak mug", price: "12000", "--code", "MUG-01")
      }
      if index == Self.lines.count + 5 {
        world.spy.loseResponses { $0.method == .delete }
      }
      let result = await world.run(
        trace + ["-c", line], on: FakeTerminal(isTTY: false),
        variables: ["OPENMARKET_SECRET": world.secret])
      shown += result.output + result.error
    }
    shown += await world.prompt(Self.lines[0], Self.lines[3], "quit").output
    for code in ClientError.Code.allCases {
      let error = ClientError(code, operation: .remove, listing: 4)
      let text = ErrorLayout(error, market: try profile(world)) { _ in nil }
      shown += text.lines(width: nil).map(\.plain).joined() + "\(error)"
    }
    shown += "\(String(describing: try profile(world))) \(world.account)"
    return shown
  }

  private func profile(_ world: TestWorld) throws -> MarketProfile? {
    try Markets(readingFrom: world.paths.markets)["home"]
  }

  @Test func `no secret, identifier or removal path is shown`() async throws {
    let world = try TestWorld()
    let paths = Mutex<Set<String>>([])
    world.spy.beforeRequest { request in
      guard request.method == .delete else { return }
      paths.withLock {
        _ = $0.insert(request.target.split(separator: "/").last.map(String.init) ?? "")
      }
    }
    let shown = try await output(world)
    #expect(shown.count > 2000)
    #expect(!shown.contains(world.secret))
    #expect(!shown.lowercased().contains(world.identifier.lowercased()))
    let tokens = paths.withLock { $0 }
    #expect(!tokens.isEmpty)
    for token in tokens { #expect(!shown.contains(token), "the path of a removal") }
  }

  @Test func `only the owner can read files with secrets`() async throws {
    let world = try TestWorld()
    _ = try await output(world)
    let root = "\(world.folder)/home"
    let names = FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? []
    #expect(names.contains("config/markets.json"))
    for name in names {
      let path = "\(root)/\(name)"
      let facts = try FileManager.default.attributesOfItem(atPath: path)
      let mode = (facts[.posixPermissions] as? NSNumber)?.intValue ?? -1
      let isFolder = facts[.type] as? FileAttributeType == .typeDirectory
      #expect(mode == (isFolder ? 0o700 : 0o600), "\(name) \(String(mode, radix: 8))")
      guard !isFolder, !name.hasSuffix("markets.json") else { continue }
      let bytes = try Data(contentsOf: URL(filePath: path))
      #expect(bytes.range(of: Data(world.secret.utf8)) == nil, "\(name)")
    }
  }
}

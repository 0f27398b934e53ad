/// The world around a session in a test: folders, terminal, clock, chance, and a real market.
import Foundation
import LocalFiles
import MarketService
import MarketTestSupport
import MarketWire
import Notebook
import OpenMarketClient
import Synchronization
import TerminalKit

@testable import MarketCommands
@testable import MarketShell
@testable import SellerSession

/// One seller's machine. Everything that it writes stands in a folder that goes with it.
final class TestWorld: Sendable {
  /// What `signIn` calls the shop.
  static let shop = "Mugs & more"
  /// The address under which the same market answers as if over the network.
  static let url = "http://market.test"

  let folder: String
  let service: MarketService
  let wire = TransportSpy()
  let account: NewAccount
  /// The pagers that were started, and the one that a test has in their place.
  let pagers = Pagers()
  /// What is piped in.
  private let input = Mutex("")
  private let timeZone: String
  private let chance = Chance()
  private let interrupts = Mutex<(next: Int, watchers: [Int: @Sendable () -> Void])>((0, [:]))

  var workingFolder: String { "\(folder)/work" }
  var paths: Paths { Paths(environment: ["OPENMARKET_HOME": "\(folder)/home"], home: folder) }
  var secret: String { account.credentials.secret.revealed }
  var identifier: String { account.credentials.identifier.revealed }

  /// - Parameters:
  ///   - samples: whether the sample shops are in the market.
  ///   - signedIn: whether the seller has an account at home; see ``account``.
  ///   - extensions: whether the market can do more than the old one.
  init(
    samples: Bool = false, signedIn: Bool = true, extensions: Bool = true,
    timeZone: String = "Asia/Seoul"
  ) throws {
    self.timeZone = timeZone
    var configuration = ServiceConfiguration()
    configuration.hasExtensions = extensions
    folder = NSTemporaryDirectory() + "seller-\(UUID().uuidString)"
    let random = Mutex(SeededGenerator(seed: 7))
    let moment = Mutex<Int64>(1_795_273_445_678)
    service = try MarketService(
      folder: "\(folder)/market", configuration: configuration,
      clock: {
        WireDate(
          milliseconds: moment.withLock { moment in
            moment += 1
            return moment
          })
      },
      random: { count in
        random.withLock { generator in
          (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        }
      })
    account = try service.addAccount(name: Self.shop)
    if samples { try service.loadSamples() }
    try FileManager.default.createDirectory(
      atPath: workingFolder, withIntermediateDirectories: true)
    for name in ["a.jpg", "b.jpg"] {
      try write(name, Data(try Fixture.bytes("photos/turned-1.jpg")))
    }
    if signedIn { try signIn() }
  }

  deinit {
    service.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Gives the seller the account at home, and a usual currency.
  func signIn() throws {
    var markets = Markets()
    markets["home"] = MarketProfile(
      name: "home", url: MarketProfile.home.url, shop: account.name, vendorID: account.vendorID,
      credentials: account.credentials)
    try markets.write(to: paths.markets)
    try Settings(currency: .krw).write(to: paths.settings)
  }

  func write(_ name: String, _ data: Data) throws {
    try data.write(to: URL(filePath: "\(workingFolder)/\(name)"))
  }

  func write(_ name: String, _ text: String) throws { try write(name, Data(text.utf8)) }

  /// Has the next read of standard input find `text`.
  func pipe(_ text: String) { input.withLock { $0 = text } }

  /// As if Ctrl-C was pressed.
  func interrupt() {
    for watcher in interrupts.withLock({ Array($0.watchers.values) }) { watcher() }
  }

  func environment(
    _ terminal: any Terminal, variables: [String: String] = [:]
  ) -> Environment {
    return Environment(
      variables: ["LANG": "en_US.UTF-8"].merging(variables) { $1 }, paths: paths,
      workingFolder: workingFolder, homeFolder: folder, userName: "sora",
      timeZone: TimeZone(identifier: timeZone) ?? .gmt, version: "1.2.3", terminal: terminal,
      host: TestHost(service: service, wire: wire),
      connect: { [service, wire] in
        wire.transport(
          to: ClosureTransport(clock: FrozenClock(), hosts: ["market.test", "other.test"]) {
            service.respond($0)
          })
      },
      client: ClientConfiguration(
        clock: TurnClock(), random: { [chance] in chance.next() }, retryPolicy: .never),
      now: { WireDate(milliseconds: 1_795_273_445_678) },
      onInterrupt: { [weak self] handler in self?.watch(handler) ?? InterruptWatch {} },
      page: pagers.start,
      readInput: { [weak self] in
        self?.input.withLock { text in
          defer { text = "" }
          return Data(text.utf8)
        }
      })
  }

  private func watch(_ handler: @escaping @Sendable () -> Void) -> InterruptWatch {
    let key = interrupts.withLock { interrupts in
      interrupts.next += 1
      interrupts.watchers[interrupts.next] = handler
      return interrupts.next
    }
    return InterruptWatch { [weak self] in
      self?.interrupts.withLock { $0.watchers[key] = nil }
    }
  }
}

extension TestWorld {
  /// Runs the program with these arguments, its streams being pipes.
  @discardableResult
  func run(_ arguments: String..., variables: [String: String] = [:]) async -> CommandResult {
    await run(arguments, on: FakeTerminal(isTTY: false), variables: variables)
  }

  /// Runs the program on a terminal where `input` is typed at questions.
  func ask(_ arguments: String..., typing input: [String] = []) async -> CommandResult {
    await run(arguments, on: FakeTerminal(input: input))
  }

  /// Runs the prompt, where `lines` are typed.
  func prompt(_ lines: String...) async -> CommandResult {
    await run([], on: FakeTerminal(input: lines))
  }

  /// Runs a file of commands.
  @discardableResult
  func batch(_ text: String, _ options: String...) async throws -> CommandResult {
    try write("batch.market", text)
    return await run(["run", "batch.market"] + options, on: FakeTerminal(isTTY: false))
  }

  @discardableResult
  func run(
    _ arguments: [String], on terminal: FakeTerminal, variables: [String: String] = [:]
  ) async -> CommandResult {
    let code = await Program(environment: environment(terminal, variables: variables))
      .run(arguments)
    return CommandResult(output: terminal.output, error: terminal.error, exitCode: code.rawValue)
  }

  /// Puts up a listing and answers its id.
  @discardableResult
  func add(
    _ name: String = "Oak mug", price: String = "12000", _ more: String...
  ) async throws -> Int {
    let result = await run(
      [
        "add", "--name", name, "--price", price, "--description", "Turned from one piece.",
        "--image", "a.jpg", "--stock", "5", "--format", "ids",
      ] + more, on: FakeTerminal(isTTY: false))
    guard let id = Int(result.output.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw TestFailure(text: result.error + result.output)
    }
    return id
  }

  /// Puts up somebody else's listing and answers its id.
  func addStranger(_ name: String = "Pine bowl", shop: String = "Pines") async throws -> Int {
    let other =
      try service.accounts().contains { $0.name == shop }
      ? service.resetAccount(name: shop) : service.addAccount(name: shop)
    let client = OpenMarketClient(
      market: try MarketAddress(Self.url),
      transport: ClosureTransport(clock: FrozenClock()) { [service] in service.respond($0) },
      credentials: other.credentials,
      configuration: ClientConfiguration(clock: FrozenClock(), random: { 5 }))
    let photo = ImageUpload(
      filename: "a.jpg", mediaType: "image/jpeg",
      bytes: try Fixture.bytes("photos/turned-1.jpg")[...])
    let fields = ListingFields(
      name: name, description: "Somebody else made it.", price: 5000, currency: .krw)
    return try await client.create(fields, images: [photo]).value.id
  }

  /// A listing as the market has it.
  func listing(_ id: Int) async throws -> Product {
    let client = OpenMarketClient(
      market: try MarketAddress(Self.url),
      transport: ClosureTransport(clock: FrozenClock()) { [service] in service.respond($0) },
      configuration: ClientConfiguration(clock: FrozenClock(), random: { 5 }))
    return try await client.product(id).value
  }
}

/// Random bits that all sessions of a world draw from, so that no two of them draw the same.
private final class Chance: Sendable {
  private let generator = Mutex(SeededGenerator(seed: 11))

  func next() -> UInt64 { generator.withLock { $0.next() } }
}

struct TestFailure: Error {
  let text: String
}

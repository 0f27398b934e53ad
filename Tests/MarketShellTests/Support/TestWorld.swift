import Base
import Foundation
import MarketService
import MarketStores
import MarketTestSupport
import MarketWire
import OpenMarketClient
import SQLite
import SellerFiles
import Synchronization
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

/// The machine of one seller: folders, terminal, clock, random numbers and a real market. Its files
/// are deleted with it.
final class TestWorld: Sendable {
  /// The name of the shop that `signIn` uses.
  static let shop = "Mugs & more"
  /// A wait of this length is over at once.
  static let watchInterval = Duration.seconds(7)
  /// The address of the same market as a remote one.
  static let url = "http://market.test"

  let folder: String
  let service: MarketService
  let spy = TransportSpy()
  let account: NewAccount
  /// Replaces the pagers of the machine.
  let pagers = FakePagers()
  /// Replaces other programs of the machine.
  let programs = Mutex<@Sendable (ProgramRequest) -> Int32?>({ _ in 0 })
  /// The standard input.
  private let input = Mutex("")
  private let timeZone: String
  private let moment = Mutex<Int64>(1_795_273_445_678)
  private let marketClock: MarketClock
  private let randomBits = RandomBits()
  private let interrupts = Mutex<(next: Int, watchers: [Int: @Sendable () -> Void])>((0, [:]))

  var workingFolder: String { "\(folder)/work" }
  var paths: Paths { Paths(environment: ["OPENMARKET_HOME": "\(folder)/home"], home: folder) }
  var secret: String { account.credentials.secret.revealed }
  var identifier: String { account.credentials.identifier.revealed }

  /// - Parameters:
  ///   - samples: Whether the market has the sample shops.
  ///   - signedIn: Whether the seller has an account in the home market; see ``account``.
  ///   - extensions: Whether the market has extensions of the API.
  init(
    samples: Bool = false, signedIn: Bool = true, extensions: Bool = true,
    timeZone: String = "Asia/Seoul"
  ) throws {
    self.timeZone = timeZone
    var configuration = ServiceConfiguration()
    configuration.hasExtensions = extensions
    // Unknown, so that no market fills a file for the day on which its disk is full.
    configuration.freeBytes = { _ in nil }
    folder = NSTemporaryDirectory() + "seller-\(UUID().uuidString)"
    let random = Mutex(SeededGenerator(seed: 7))
    let marketClock = MarketClock()
    self.marketClock = marketClock
    service = try MarketService(
      folder: "\(folder)/market", configuration: configuration,
      clock: {
        WireDate(
          milliseconds: marketClock.withLock { moment in
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
    TemporaryFolder.delete(folder)
  }

  /// Saves the account of the home market, and a default currency.
  func signIn() throws {
    var markets = Markets()
    markets["home"] = MarketProfile(
      name: "home", url: MarketProfile.home.url, shop: account.name, vendorID: account.vendorID,
      credentials: account.credentials)
    try markets.write(to: paths.markets)
    try Settings(currency: .krw).write(to: paths.settings)
  }

  func write(_ name: String, _ data: Data) throws {
    let file = URL(filePath: "\(workingFolder)/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  func write(_ name: String, _ text: String) throws { try write(name, Data(text.utf8)) }

  /// Puts other bytes in place of a database, once no command has it open any more.
  func overwrite(_ database: String, _ data: Data) async throws {
    // A task that a command has left may end after it. The last connection deletes the log; two that
    // close at the same time leave it to each other, and so to this one.
    let log = database + "-wal"
    await waitUntil("the database is closed") {
      _ = try? Connection(.file(database))
      return !FileManager.default.fileExists(atPath: log)
    }
    try data.write(to: URL(filePath: database))
  }

  /// Makes `text` the standard input.
  func pipe(_ text: String) { input.withLock { $0 = text } }

  /// Moves the clocks of the seller and of the market on.
  func wait(minutes: Int64) {
    moment.withLock { $0 += minutes * 60_000 }
    marketClock.withLock { $0 += minutes * 60_000 }
  }

  /// Simulates Ctrl-C.
  func interrupt() {
    for watcher in interrupts.withLock({ Array($0.watchers.values) }) { watcher() }
  }

  func environment(_ terminal: any Terminal, variables: [String: String] = [:]) -> Environment {
    Environment(
      variables: ["LANG": "en_US.UTF-8", "PAGER": "cat"].merging(variables) { $1 }, paths: paths,
      workingFolder: workingFolder, homeFolder: folder, userName: "sora",
      timeZone: TimeZone(identifier: timeZone) ?? .gmt, version: "1.2.3", terminal: terminal,
      host: TestHost(service: service, spy: spy),
      connect: { [service, spy] in
        spy.transport(
          to: ClosureTransport(clock: FrozenClock(), hosts: ["market.test", "other.test"]) {
            service.respond($0)
          })
      },
      client: ClientConfiguration(
        clock: YieldingClock(passing: Self.watchInterval),
        random: { [randomBits] in randomBits.next() }, retryPolicy: .never),
      now: { [weak self] in
        WireDate(milliseconds: self?.moment.withLock { $0 } ?? 0)
      },
      onInterrupt: { [weak self] handler in self?.watch(handler) ?? InterruptWatch {} },
      page: pagers.start,
      execute: { [weak self] request in self?.programs.withLock { $0 }(request) },
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
  /// Runs the program with pipes as its streams.
  @discardableResult
  func run(_ arguments: String..., variables: [String: String] = [:]) async -> CommandResult {
    await run(arguments, on: FakeTerminal(isTTY: false), variables: variables)
  }

  /// Runs the program on a terminal where `input` answers its questions.
  func ask(_ arguments: String..., typing input: [String] = []) async -> CommandResult {
    await run(arguments, on: FakeTerminal(input: input))
  }

  /// Runs the prompt with typed lines.
  func prompt(_ lines: String...) async -> CommandResult {
    await run([], on: FakeTerminal(input: lines))
  }

  /// Runs a file with commands.
  @discardableResult
  func batch(_ text: String, _ options: String...) async throws -> CommandResult {
    try write("batch.market", text)
    return await run(["run", "batch.market"] + options, on: FakeTerminal(isTTY: false))
  }

  @discardableResult
  func run(
    _ arguments: [String], on terminal: FakeTerminal = FakeTerminal(isTTY: false),
    variables: [String: String] = [:]
  ) async -> CommandResult {
    let code = await Program(environment: environment(terminal, variables: variables))
      .run(arguments)
    return CommandResult(output: terminal.output, error: terminal.error, exitCode: code.rawValue)
  }

  /// Adds a listing and returns its id.
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

  /// A client of another shop.
  func otherShop(_ shop: String = "Pines") throws -> OpenMarketClient {
    let other =
      try service.accounts().contains { $0.name == shop }
      ? service.resetAccount(name: shop) : service.addAccount(name: shop)
    return OpenMarketClient(
      market: try MarketAddress(Self.url),
      transport: ClosureTransport(clock: FrozenClock()) { [service] in service.respond($0) },
      credentials: other.credentials,
      configuration: ClientConfiguration(
        clock: FrozenClock(), random: { [randomBits] in randomBits.next() }))
  }

  /// Adds a listing of another shop and returns its id.
  func addToOtherShop(_ name: String = "Pine bowl", shop: String = "Pines") async throws -> Int {
    let client = try otherShop(shop)
    let photo = ImageUpload(
      filename: "a.jpg", mediaType: "image/jpeg",
      bytes: try Fixture.bytes("photos/turned-1.jpg")[...])
    let fields = ListingFields(
      name: name, description: "Made by another shop.", price: 5000, currency: .krw)
    return try await client.create(fields, images: [photo]).value.id
  }

  /// Changes a listing as another client of the seller would.
  func changeElsewhere(_ id: Int, _ fields: ListingFields) {
    let edit = EditProduct(id: id, credentials: account.credentials, fields: fields)
    _ = service.respond(edit.request)
  }

  /// Removes a listing as another client of the seller would.
  func removeElsewhere(_ id: Int) throws {
    let find = FindRemovalPath(id: id, credentials: account.credentials)
    let path = try FindRemovalPath.decode(service.respond(find.request)).value
    _ = service.respond(
      RemoveProduct(path: path, identifier: account.credentials.identifier).request)
  }

  /// A listing as the market returns it.
  func listing(_ id: Int) async throws -> Product {
    let client = OpenMarketClient(
      market: try MarketAddress(Self.url),
      transport: ClosureTransport(clock: FrozenClock()) { [service] in service.respond($0) },
      configuration: ClientConfiguration(clock: FrozenClock(), random: { 5 }))
    return try await client.product(id).value
  }
}

/// The clock of the market, in milliseconds since 1970.
private final class MarketClock: Sendable {
  private let moment = Mutex<Int64>(1_795_273_445_678)

  func withLock<R: Sendable>(_ body: (inout sending Int64) -> sending R) -> R {
    moment.withLock(body)
  }
}

/// Random bits that all sessions of a world share, so that they never get the same ones.
private final class RandomBits: Sendable {
  private let generator = Mutex(SeededGenerator(seed: 11))

  func next() -> UInt64 { generator.withLock { $0.next() } }
}

struct TestFailure: Error {
  let text: String
}

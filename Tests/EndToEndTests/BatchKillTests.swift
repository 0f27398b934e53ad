import Foundation
import MarketTestSupport
import MarketWire
import SQLite
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file of 200 changes that is killed at random moments and resumed until it ends.
@Suite(.timeLimit(.minutes(60)))
struct BatchKillTests {
  /// How often each kind of market sees the program killed: `OPENMARKET_BATCH_KILLS`, or 2.
  static let kills =
    ProcessInfo.processInfo.environment["OPENMARKET_BATCH_KILLS"].flatMap { Int($0) } ?? 2
  /// The maximum number of kills of one batch.
  private static let killsPerBatch = 20

  @Test(arguments: [
    (BatchFiles.resume, true), (BatchFiles.resume, false), (BatchFiles.resumeTable, true),
  ])
  func `a file that is killed and resumed makes every change once`(
    _ command: [String], _ honorsKeys: Bool
  ) async throws {
    let wanted = try await Self.undisturbed(command)
    var random = SeededGenerator(seed: honorsKeys ? 0x6B65_7973 : 0x6E6F_6E65)
    var (kills, serverKills, batches) = (0, 0, 0)
    while kills < Self.kills {
      try await Sandbox.run { sandbox in
        var run = try await KilledBatch(sandbox, command, honorsKeys: honorsKeys)
        defer { run.stop() }
        let left = min(Self.kills - kills, Self.killsPerBatch)
        try await run.disturb(kills: left, &random)
        kills += run.kills
        serverKills += run.serverKills
        batches += 1
        try await run.finish()
        try await run.check(wanted)
      }
    }
    print(
      "kill test, \(command[0]), keys \(honorsKeys): \(kills) kills of the program and \(serverKills) of the"
        + " server in \(batches) batches")
  }

  @Test(arguments: [BatchFiles.resume, BatchFiles.resumeTable])
  func `a file that is killed at home and resumed makes every change once`(
    _ command: [String]
  ) async throws {
    let wanted = try await Self.undisturbed(command)
    try await Sandbox.run { sandbox in
      try await BatchFiles.prepare(sandbox)
      var random = SeededGenerator(seed: 0x686F_6D65)
      for _ in 0..<min(Self.kills, Self.killsPerBatch) {
        var launch = sandbox.launch(command)
        let seconds = Double.random(in: 0.05...1.5, using: &random)
        launch.arguments = Self.killing(after: seconds, launch)
        launch.executable = "/usr/bin/timeout"
        let result = try await sandbox.run(launch)
        #expect([0, 137].contains(result.exitCode), "\(result)")
      }
      let end = try await sandbox.market(command)
      #expect(end.exitCode == 0, "\(end)")
      #expect(try await BatchFiles.listings(sandbox) == wanted)
    }
  }

  /// The arguments of `timeout` for a program that it kills.
  ///
  /// In the foreground it waits until the program has ended. Otherwise it is killed together with
  /// the program, which may then still hold the lock of its batch when the next one begins. It
  /// passes the status on, because a program may end by itself just when its time is over.
  static func killing(after seconds: Double, _ launch: Launch) -> [String] {
    ["--foreground", "--preserve-status", "-s", "KILL", "\(seconds)", launch.executable]
      + launch.arguments
  }

  /// The listings after the same file without a disturbance, at another home.
  private static func undisturbed(
    _ command: [String] = BatchFiles.resume
  ) async throws -> [String] {
    try await Sandbox.run { sandbox in
      try await BatchFiles.prepare(sandbox)
      let result = try await sandbox.market(command)
      #expect(result.exitCode == 0, "\(result)")
      let listings = try await BatchFiles.listings(sandbox)
      #expect(listings.count == BatchFiles.listingCount)
      return listings
    }
  }
}

/// The file of the kill tests.
enum BatchFiles {
  static let listingCount = 60 + adds
  /// The photos of all listings afterwards: every third new one has two.
  static let photoCount = 60 + adds + adds / 3
  private static let adds = 110
  static let resume = ["run", "autumn.market", "--yes", "--resume"]
  static let resumeTable = ["import", "autumn.csv", "--yes", "--resume"]
  private static let details = "--description \"Turned from one piece.\" --image"

  /// Adds the listings that the file changes.
  static func prepare(_ sandbox: Sandbox) async throws {
    let adds = (1...90).map { number in
      "add --name \"Mug no. \(number)\" --price \(number + 1)000원 --stock 1 --code M-\(number)"
        + " \(details) front.jpg"
    }
    try sandbox.write(adds.joined(separator: "\n"), to: "summer.market")
    let result = try await sandbox.market(["run", "summer.market", "--yes"])
    try #require(result.exitCode == 0, "\(result)")
    try sandbox.write(changes.joined(separator: "\n"), to: "autumn.market")
    try sandbox.write(table.joined(separator: "\n"), to: "autumn.csv")
  }

  /// 110 adds with one or two photos, some of them equal, 60 edits, and 30 removals.
  private static let changes: [String] = (1...adds).flatMap { number -> [String] in
    let add =
      "add --name \"Bowl no. \(number / 2)\" --price \(number / 2 + 5)000원 --stock 3 \(details) "
      + (number % 3 == 0 ? "front.jpg back.png --thumbnail 2" : "back.png")
    let lines = [
      add, number <= 60 ? "edit @M-\(number) --price +10% --stock +\(number)" : nil,
      number <= 30 ? "remove @M-\(number + 60)" : nil,
    ]
    return lines.compactMap(\.self)
  }

  /// The same changes as a table.
  private static let table: [String] =
    ["code,name,description,price,stock,action,photo1,photo2"]
    + (1...adds).flatMap { number -> [String] in
      let add =
        ",Bowl no. \(number / 2),Turned from one piece.,\(number / 2 + 5)000원,3,,"
        + (number % 3 == 0 ? "front.jpg,back.png" : "back.png,")
      let lines = [
        add, number <= 60 ? "M-\(number),,,\(number + 1)100,\(number + 1),,," : nil,
        number <= 30 ? "M-\(number + 60),,,,,remove,," : nil,
      ]
      return lines.compactMap(\.self)
    }

  /// The own listings, without what differs between runs.
  static func listings(_ sandbox: Sandbox) async throws -> [String] {
    let list = try await sandbox.market([
      "list", "--mine", "--all", "--format", "tsv", "--fields",
      "code,name,price,discount,stock,description",
    ])
    return list.output.split(separator: "\n").map(String.init).sorted()
  }
}

/// A batch at a served market behind a proxy. The program and the server are killed on the way.
private struct KilledBatch {
  private let sandbox: Sandbox
  /// Carries the file out, or resumes it.
  private let command: [String]
  private let folder: String
  private let proxy: MisbehavingMarket
  private var server: ServedMarket
  private(set) var kills = 0
  private(set) var serverKills = 0

  init(_ sandbox: Sandbox, _ command: [String], honorsKeys: Bool) async throws {
    self.sandbox = sandbox
    self.command = command
    folder = "\(sandbox.root)/served"
    let account = try await sandbox.account("oak", in: folder)
    server = try await ServedMarket(sandbox, folder)
    proxy = try MisbehavingMarket(url: server.url, honorsKeys: honorsKeys)
    let login = try await sandbox.market(
      ["login", proxy.url, "--shop", "oak", "--identifier", account.identifier.revealed],
      ["OPENMARKET_SECRET": account.secret.revealed])
    try #require(login.exitCode == 0, "\(login)")
    try await BatchFiles.prepare(sandbox)
  }

  func stop() {
    proxy.stop()
    server.child.end()
  }

  /// When the program is killed.
  private enum Moment: CaseIterable {
    case beforeStored
    case stored
    /// At the request after the one that was answered.
    case answered
    /// At any time, also while it reads the file or starts.
    case any
    /// Never; the server is killed instead.
    case never
  }

  /// Runs and kills the file until it has been killed often enough or is finished.
  mutating func disturb(kills limit: Int, _ random: inout SeededGenerator) async throws {
    while kills < limit {
      let killsServer = Int.random(in: 0..<3, using: &random) == 0
      let moments = Moment.allCases.filter { killsServer || $0 != .never }
      let exit = try await run(
        write: .random(in: 1...16, using: &random),
        moment: moments.randomElement(using: &random) ?? .stored,
        seconds: .random(in: 0.05...1.5, using: &random), killsServer: killsServer)
      if killsServer { try await restart() }
      switch exit {
      case .signal(SIGKILL), .code(137): kills += 1
      case .code(0): return
      default: #expect(killsServer, "\(exit)")
      }
    }
  }

  /// Runs the file; the program, and perhaps the server, are killed at a write.
  private func run(
    write number: Int, moment: Moment, seconds: Double, killsServer: Bool
  ) async throws -> Exit {
    var launch = sandbox.launch(command)
    if moment == .any {
      launch.arguments = BatchKillTests.killing(after: seconds, launch)
      launch.executable = "/usr/bin/timeout"
    }
    let child = try Sandbox.withFiles(["/dev/null", "\(sandbox.root)/run.out"]) { files in
      try ChildProcess(launch, input: files[0], output: files[1], error: files[1])
    }
    defer { child.end() }
    let writes = Mutex(0)
    let server = server.child
    proxy.order { request in
      let seen = writes.withLock { writes in
        defer { if request.isWrite { writes += 1 } }
        return writes
      }
      guard seen >= number else { return nil }
      if killsServer { server.send(SIGKILL) }
      switch moment {
      case .beforeStored, .stored: child.send(SIGKILL)
      case .answered where seen > number: child.send(SIGKILL)
      case .answered, .any, .never: break
      }
      return moment == .beforeStored ? .droppedBeforeStored : nil
    }
    defer { proxy.order { _ in nil } }
    return try await child.exit()
  }

  private mutating func restart() async throws {
    server.child.end()
    serverKills += 1
    server = try await ServedMarket(sandbox, folder)
    proxy.move(to: server.url)
  }

  /// Lets the file finish.
  func finish() async throws {
    let end = try await sandbox.market(command)
    #expect(end.exitCode == 0, "after \(kills) kills: \(end)")
    let batches = try await sandbox.market(["batches", "--fields", "state"])
    #expect(batches.output == "finished\nfinished\n", "\(batches)")
  }

  /// Compares the market with what an undisturbed run leaves, and checks both databases.
  func check(_ wanted: [String]) async throws {
    #expect(try await BatchFiles.listings(sandbox) == wanted, "after \(kills) kills")
    let market = try Connection(.file("\(folder)/market.sqlite"))
    func count(_ query: String) throws -> Int { try market.first(query) { $0.int(0) } ?? -1 }
    #expect(try market.integrityCheck() == [])
    #expect(try count("SELECT count(*) FROM product") == BatchFiles.listingCount)
    #expect(try count("SELECT count(*) FROM picture") == BatchFiles.photoCount)
    #expect(
      try count("SELECT count(*) FROM picture WHERE product_id NOT IN (SELECT id FROM product)")
        == 0)
    let journal = try Connection(
      .file("\(sandbox.root)/openmarket/state/batches.sqlite"))
    #expect(try journal.integrityCheck() == [])
    let left = "SELECT count(*) FROM step WHERE state NOT IN ('done', 'adopted')"
    #expect(try journal.first(left) { $0.int(0) } == 0)
  }
}

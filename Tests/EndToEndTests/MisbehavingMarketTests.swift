import Foundation
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Synchronization
import Testing

/// The whole program at a market that misbehaves, with idempotency keys and without.
@Suite(.timeLimit(.minutes(60)))
struct MisbehavingMarketTests {
  private static let add =
    "add --price 1000원 --stock 1 --description 'Turned from one piece.' --image front.jpg --name"
  private static let script = """
    \(add) 'New mug'
    edit @EDITED --price +10%
    remove @REMOVED
    """
  /// What is there after the script.
  private static let wanted = ["EDITED\tOld mug\t1100", "\tNew mug\t1000"]

  /// A market behind a proxy, with two listings, at which the sandbox is signed in.
  private struct Place {
    let sandbox: Sandbox
    let proxy: MisbehavingMarket

    func run(_ arguments: String...) async throws -> CommandResult {
      try await sandbox.marketInProcess(arguments, timeLimits: .all(.seconds(3)))
    }

    /// The own listings.
    func listings() async throws -> [String] {
      proxy.order { _ in nil }
      let list = try await run(
        "list", "--mine", "--format", "tsv", "--fields", "code,name,price")
      return list.output.split(separator: "\n").map(String.init).sorted()
    }

    /// Sends the first attempt of each of a number of writes through a fault.
    func disturb(_ fault: MisbehavingMarket.Fault, writes: Int = 1) {
      let seen = Mutex<Set<String>>([])
      proxy.order { request in
        guard request.isWrite else { return nil }
        let isFirst = seen.withLock { seen in
          seen.count < writes && seen.insert("\(request.method) \(request.target)").inserted
        }
        return isFirst ? fault : nil
      }
    }
  }

  private static func withPlace(
    honorsKeys: Bool, shop: String = "oak", _ body: (Place) async throws -> Void
  ) async throws {
    try await Sandbox.run { sandbox in
      let folder = "\(sandbox.root)/served"
      let account = try await sandbox.account("oak", in: folder)
      try await ServedMarket.run(at: sandbox, folder: folder) { market in
        let proxy = try MisbehavingMarket(url: market.url, honorsKeys: honorsKeys)
        defer { proxy.stop() }
        let login = try await sandbox.market(
          ["login", proxy.url, "--shop", shop, "--identifier", account.identifier.revealed],
          ["OPENMARKET_SECRET": account.secret.revealed])
        #expect(login.exitCode == 0, "\(login)")
        try await body(Place(sandbox: sandbox, proxy: proxy))
      }
    }
  }

  private static func prepare(_ place: Place) async throws {
    try place.sandbox.write(script, to: "autumn.market")
    for code in ["EDITED", "REMOVED"] {
      let result = try await place.run("-c", "\(add) 'Old mug' --code \(code)")
      #expect(result.exitCode == 0, "\(result)")
    }
  }

  @Test(arguments: MisbehavingMarket.Fault.allCases, [true, false])
  func `a file is carried out once although each first write meets a fault`(
    _ fault: MisbehavingMarket.Fault, _ honorsKeys: Bool
  ) async throws {
    try await Self.withPlace(honorsKeys: honorsKeys) { place in
      try await Self.prepare(place)
      place.disturb(fault, writes: 3)
      let result = try await place.run("run", "autumn.market", "--yes", "--jobs", "3")
      #expect(result.exitCode == 0, "\(result)")
      #expect(try await place.listings() == Self.wanted.sorted())
    }
  }

  @Test(arguments: MisbehavingMarket.Fault.allCases, [true, false])
  func `a file that is given up at a fault is resumed and carried out once`(
    _ fault: MisbehavingMarket.Fault, _ honorsKeys: Bool
  ) async throws {
    try await Self.withPlace(honorsKeys: honorsKeys) { place in
      try await Self.prepare(place)
      // From the first write on, every write meets the fault, and nothing can be read.
      let hasBegun = Mutex(false)
      place.proxy.order { request in
        hasBegun.withLock { hasBegun in
          if request.isWrite { hasBegun = true }
          return hasBegun ? request.isWrite ? fault : .status502 : nil
        }
      }
      let result = try await place.run("run", "autumn.market", "--yes")
      #expect(result.exitCode != 0, "\(result)")
      place.proxy.order { _ in nil }
      let resumed = try await place.run("run", "autumn.market", "--yes", "--resume")
      #expect(resumed.exitCode == 0, "\(result) \(resumed)")
      #expect(try await place.listings() == Self.wanted.sorted())
    }
  }

  @Test(arguments: [true, false])
  func `a single add whose answer is lost says that it happened`(_ honorsKeys: Bool)
    async throws
  {
    try await Self.withPlace(honorsKeys: honorsKeys) { place in
      place.disturb(.droppedAfterStored)
      let result = try await place.run("-c", "\(Self.add) 'Oak mug' --code M-1")
      #expect(result.exitCode == 0, "\(result)")
      #expect(result.error.contains("the market has the change") == !honorsKeys, "\(result)")
      #expect((result.output + result.error).contains("Oak mug"), "\(result)")
      #expect(try await place.listings() == ["M-1\tOak mug\t1000"])
      #expect(place.proxy.received.count { $0.isWrite } == (honorsKeys ? 2 : 1))
    }
  }

  @Test
  func `an add that the market never got is sent again, and one that stays unclear is unknown`()
    async throws
  {
    try await Self.withPlace(honorsKeys: false) { place in
      place.disturb(.droppedBeforeStored)
      let result = try await place.run("-c", "\(Self.add) 'Oak mug'")
      #expect(result.exitCode == 0, "\(result)")
      let isSent = Mutex(false)
      place.proxy.order { request in
        if request.isWrite { isSent.withLock { $0 = true } }
        let hidesList = isSent.withLock { $0 } && request.target.contains("page_no")
        return request.isWrite ? .droppedAfterStored : hidesList ? .status502 : nil
      }
      let unclear = try await place.run("-c", "\(Self.add) 'Ash mug'")
      #expect(unclear.exitCode == 7, "\(unclear)")
      #expect(unclear.error.contains("it is unknown whether Ash mug was added"), "\(unclear)")
      place.proxy.order { _ in nil }
      #expect(try await place.run("resume").exitCode == 0)
      #expect(try await place.listings() == ["\tAsh mug\t1000", "\tOak mug\t1000"])
    }
  }

  @Test func `a lost first add is found although the shop's name was typed differently`()
    async throws
  {
    try await Self.withPlace(honorsKeys: false, shop: "Oak Shop") { place in
      place.disturb(.droppedAfterStored)
      let result = try await place.run("-c", "\(Self.add) 'Oak mug'")
      #expect(result.exitCode == 0, "\(result)")
      #expect(place.proxy.received.count { $0.isWrite } == 1)
    }
  }
}

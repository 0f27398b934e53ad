import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import StoreTestSupport
import Synchronization
import Testing

/// A reader that follows the changes of a market while others write.
@Suite(.timeLimit(.minutes(180))) struct ChangeFollowerTests {
  private static let writers = 8
  /// How long they write: `OPENMARKET_FOLLOW_SECONDS`, or one second.
  private static let time = Duration.seconds(
    ProcessInfo.processInfo.environment["OPENMARKET_FOLLOW_SECONDS"].flatMap { Int($0) } ?? 1)

  /// What a reader knows of a market.
  private struct Copy {
    var stocks: [Int: Int] = [:]
    var revision: Int
    var rounds = 0

    /// Reads all changes up to now.
    mutating func follow(_ store: any MarketStore) throws {
      rounds += 1
      while true {
        let changes = try #require(
          try store.read { try $0.changes(since: revision, limit: 50) })
        for product in changes.products { stocks[product.id] = product.stock }
        for id in changes.removed { stocks[id] = nil }
        guard changes.revision >= revision else { throw StoreError.failed(detail: "back in time") }
        revision = changes.revision
        guard changes.hasMore else { return }
      }
    }
  }

  /// Inserts, changes and removes own listings until the time is over, at least twice.
  ///
  /// - Returns: the number of writes.
  private static func write(
    _ store: any MarketStore, _ vendor: StoredVendor, number: Int,
    until end: ContinuousClock.Instant
  ) throws -> Int {
    var generator = SeededGenerator(seed: UInt64(number))
    var own: [Int] = []
    var count = 0
    while ContinuousClock.now < end || count < 2 {
      let stock = Int.random(in: 0...1_000_000, using: &generator)
      let choice = Int.random(in: 0..<4, using: &generator)
      let id = own.randomElement(using: &generator)
      let removed: Int? = choice == 0 ? id : nil
      let inserted = try store.write { writer -> Int? in
        guard choice < 3, let id, var product = try writer.product(id) else {
          var product = NewProduct.of(vendor, name: "of \(number)")
          product.stock = stock
          return try writer.insert(product).id
        }
        product.stock = stock
        if removed == nil { try writer.update(product) } else { try writer.remove(product) }
        return nil
      }
      if let inserted { own.append(inserted) }
      own.removeAll { $0 == removed }
      count += 1
    }
    return count
  }

  @Test(arguments: StoreKind.allWithModel)
  func `a reader of changes beside eight writers ends with the rows of the table`(
    kind: StoreKind
  ) throws {
    let test = try TestStore(kind)
    let vendor = try test.addVendor("shop")
    // As with two processes.
    let stores = [test.store, try test.another()]
    defer { stores[1].close() }
    // Before the first write: the copy begins empty.
    var copy = Copy(revision: try test.store.read { try $0.revision() })
    let end = ContinuousClock.now + Self.time
    let results = Mutex<[Result<Int, any Error>]>([])
    let group = DispatchGroup()
    for number in 0..<Self.writers {
      group.enter()
      Thread.detachNewThread {
        let result = Result {
          try Self.write(stores[number % 2], vendor, number: number, until: end)
        }
        results.withLock { $0.append(result) }
        group.leave()
      }
    }
    repeat { try copy.follow(test.store) } while group.wait(timeout: .now()) == .timedOut
    try copy.follow(test.store)
    let writes = try results.withLock { try $0.map { try $0.get() } }
    #expect(writes.count == Self.writers && copy.rounds > 1)
    #expect(writes.reduce(0, +) > Self.writers)
    let rows = try test.store.read { reader -> [Int: Int] in
      var rows: [Int: Int] = [:]
      while true {
        let page = try reader.products(offset: rows.count, limit: 1000).products
        if page.isEmpty { return rows }
        for product in page { rows[product.id] = product.stock }
      }
    }
    #expect(copy.stocks == rows)
    let counts = "\(writes.reduce(0, +)) writes, \(copy.rounds) reads, \(rows.count) rows"
    print("changes: \(counts) of \(kind)")
  }
}

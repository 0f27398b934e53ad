import MarketTestSupport
import MarketWire
import OpenMarketClient
import Synchronization
import Testing

/// A market whose list changes when pages are requested.
private final class MovingList: Transport {
  typealias Change = @Sendable (inout [Int]) -> Void

  private let ids: Mutex<[Int]>
  private let delays: @Sendable () -> Int
  private let changes: [Int: Change]
  private let requested = Mutex<[Int]>([])

  /// - Parameters:
  ///   - delays: How often other tasks are let through before a request is answered.
  ///   - changes: The changes before the response to a request, by its number from 1.
  init(
    _ ids: [Int], delays: @escaping @Sendable () -> Int = { 0 }, changes: [Int: Change] = [:]
  ) {
    self.ids = Mutex(ids)
    self.delays = delays
    self.changes = changes
  }

  var pages: [Int] { requested.withLock { $0 } }
  var rows: [Int] { ids.withLock { $0 } }

  func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    guard let target = try? RequestTarget(parsing: request.target),
      let query = try? ListProducts(target: target)
    else { throw TransportError(.badRequest, wasSent: false) }
    for _ in 0..<delays() { await Task.yield() }
    let count = requested.withLock { requested in
      requested.append(query.pageNumber)
      return requested.count
    }
    let text = ids.withLock { ids in
      changes[count]?(&ids)
      let start = (query.pageNumber - 1) * query.itemsPerPage
      let rows = ids.dropFirst(start).prefix(query.itemsPerPage)
      return SampleResponses.page(
        Array(rows), number: query.pageNumber, perPage: query.itemsPerPage, total: ids.count)
    }
    return HTTPResponse(status: 200, body: Array(text.utf8))
  }
}

@Suite(.timeLimit(.minutes(60))) struct ProductPagerTests {
  private func ids(
    _ transport: any Transport, perPage: Int = 3, from page: Int = 1, readsAhead: Bool = false
  ) async throws -> [Int] {
    var found: [Int] = []
    let query = ListProducts(pageNumber: page, itemsPerPage: perPage)
    for try await product in OpenMarketClient.test(transport)
      .listings(query, readsAhead: readsAhead)
    {
      found.append(product.id)
    }
    return found
  }

  private static let ten = Array((1...10).reversed())

  @Test(arguments: [true, false])
  func `an unchanged list is read page by page`(_ readsAhead: Bool) async throws {
    let list = MovingList(Self.ten)
    #expect(try await ids(list, readsAhead: readsAhead) == Self.ten)
    // Pages that are fetched ahead are requested side by side.
    #expect((readsAhead ? list.pages.sorted() : list.pages) == [1, 2, 3, 4])
  }

  @Test func `an empty list has no rows`() async throws {
    #expect(try await ids(MovingList([])) == [])
  }

  @Test func `a listing added during reading causes no duplicate`() async throws {
    let list = MovingList(Self.ten, changes: [2: { $0.insert(11, at: 0) }])
    #expect(try await ids(list) == Self.ten)
  }

  @Test func `a listing removed from an earlier page causes no gap`() async throws {
    let list = MovingList(Self.ten, changes: [2: { $0.removeAll { $0 == 9 } }])
    #expect(Set(try await ids(list)) == Set(Self.ten))
    #expect(list.pages == [1, 2, 1, 2, 3])
  }

  @Test func `many removals lead back as many pages as necessary`() async throws {
    let list = MovingList(Self.ten, changes: [3: { $0.removeFirst(5) }])
    let found = try await ids(list)
    #expect(Set(found).isSuperset(of: list.rows))
    #expect(found.count == Set(found).count)
  }

  @Test func `a removal while a page is read again is detected too`() async throws {
    let changes: [Int: MovingList.Change] = [3: { $0.removeFirst() }, 4: { $0.removeFirst() }]
    let list = MovingList(Self.ten, changes: changes)
    #expect(Set(try await ids(list)).isSuperset(of: list.rows))
  }

  /// A list of 30 listings that others change between the requests, often without a change of its
  /// length.
  private static func changingList(_ seed: UInt64) -> MovingList {
    let random = CountingRandom(seed: seed &* 1000).next
    var changes: [Int: MovingList.Change] = [:]
    for request in 2...12 where random() % 2 == 0 {
      let (removals, additions, place) = (random() % 4, random() % 4, random())
      changes[request] = { ids in
        for _ in 0..<removals where !ids.isEmpty {
          ids.remove(at: Int(place % UInt64(ids.count)))
        }
        for _ in 0..<additions { ids.insert((ids.max() ?? 100) + 1000, at: 0) }
      }
    }
    return MovingList((1...30).reversed(), delays: { Int(random() % 4) }, changes: changes)
  }

  @Test(arguments: [true, false])
  func `every remaining listing is returned exactly once`(_ readsAhead: Bool) async throws {
    for seed in UInt64(0)..<500 {
      let list = Self.changingList(seed)
      let found = try await ids(list, perPage: 4, readsAhead: readsAhead)
      #expect(found.count == Set(found).count, "seed \(seed)")
      #expect(Set(found).isSuperset(of: Set(1...30).intersection(list.rows)), "seed \(seed)")
    }
  }

  @Test(arguments: ["-9223372036854775808", "9223372036854775807"])
  func `a list with an impossible total is read to its end`(_ total: String) async throws {
    func page(_ ids: [Int], _ number: Int, total: String) -> ScriptedTransport.Step {
      .json(
        SampleResponses.page(ids, number: number, perPage: 2, total: 3)
          .replacing("\"totalCount\":3", with: "\"totalCount\":\(total)"))
    }
    let (first, last) = (page([3, 2], 1, total: total), page([1], 2, total: total))
    let transport = ScriptedTransport([page([3, 2], 1, total: "3"), last, first, last])
    #expect(try await ids(transport, perPage: 2) == [3, 2, 1])
  }

  @Test func `reading can begin on a later page`() async throws {
    #expect(try await ids(MovingList(Self.ten), from: 3) == [4, 3, 2, 1])
  }

  @Test(arguments: [true, false])
  func `reading can begin at the last number there is`(_ readsAhead: Bool) async throws {
    let transport = ClosureTransport(clock: TestClock()) { _ in
      let text = SampleResponses.page([3], number: .max - 1, perPage: 1, total: .max)
      return HTTPResponse(status: 200, body: Array(text.utf8))
    }
    let found = try await ids(transport, perPage: 1, from: .max - 1, readsAhead: readsAhead)
    #expect(found == [3])
  }

  @Test func `a list that does not end throws an error`() async throws {
    let transport = ClosureTransport(clock: TestClock()) { _ in
      HTTPResponse(status: 200, body: Array(SampleResponses.page([1, 2, 3], total: 100_000).utf8))
    }
    let error = await #expect(throws: ClientError.self) { try await ids(transport) }
    #expect(error?.code == .unreadableResponse)
  }

  @Test func `a list of v1 ends with its short page`() async throws {
    func items(_ ids: ClosedRange<Int>) -> String {
      let rows = ids.map { id in
        #"{"id":\#(id),"title":"t","price":1,"currency":"KRW","stock":1,"thumbnails":[],"#
          + #""registration_date":1611523563.7}"#
      }
      return #"{"page":1,"items":[\#(rows.joined(separator: ","))]}"#
    }
    let transport = ScriptedTransport([.json(items(1...20)), .json(items(21...25))])
    #expect(try await ids(transport, perPage: 20) == Array(1...25))
    #expect(transport.unused == 0)
  }

  @Test func `an error ends the sequence after the earlier rows`() async throws {
    let transport = ScriptedTransport([
      .json(SampleResponses.page([3, 2], perPage: 2, total: 3)), .status(404),
    ])
    var rows = OpenMarketClient.test(transport).listings(ListProducts(itemsPerPage: 2))
      .makeAsyncIterator()
    #expect(try await rows.next()?.id == 3)
    #expect(try await rows.next()?.id == 2)
    await #expect(throws: ClientError.self) { _ = try await rows.next() }
    #expect(try await rows.next() == nil)
  }
}

import Batches
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Synchronization
import Testing

/// How a look-up reads the list while others change it.
@Suite(.timeLimit(.minutes(60))) struct LookUpTests {
  /// A list of ids that changes after a number of pages were read.
  private final class ChangingList: Sendable {
    private struct State {
      var ids: [Int]
      var pages = 0
    }

    private let state: Mutex<State>
    private let change: @Sendable (_ pages: Int, _ ids: inout [Int]) -> Void

    init(_ ids: [Int], _ change: @escaping @Sendable (Int, inout [Int]) -> Void) {
      state = Mutex(State(ids: ids))
      self.change = change
    }

    func respond(to request: HTTPRequest) -> HTTPResponse {
      let path = request.target.split(separator: "?")[0]
      if let id = Int(path.split(separator: "/").last ?? "") {
        return HTTPResponse(status: 200, body: Array(SampleResponses.listing(id).utf8))
      }
      let page = request.target.firstMatch(of: /page_no=(\d+)/).flatMap { Int($0.1) } ?? 1
      let text = state.withLock { state in
        let rows = state.ids.dropFirst((page - 1) * 100).prefix(100)
        let text = SampleResponses.page(
          Array(rows), number: page, perPage: 100, total: state.ids.count)
        state.pages += 1
        change(state.pages, &state.ids)
        return text
      }
      return HTTPResponse(status: 200, body: Array(text.utf8))
    }
  }

  private struct ListTransport: Transport {
    let list: ChangingList

    func send(
      _ request: HTTPRequest, _ options: SendOptions
    ) async throws(TransportError) -> HTTPResponse {
      list.respond(to: request)
    }
  }

  private func found(
    _ ids: ClosedRange<Int>, above id: Int,
    _ change: @escaping @Sendable (Int, inout [Int]) -> Void
  ) async -> [Int]? {
    let list = ChangingList(ids.reversed(), change)
    let market = ClientBatchMarket(
      .test(ListTransport(list: list)), salt: "s", isOwn: { _ in true }, photo: { _ in [] })
    return await market.ownListings(above: id)?.map(\.id)
  }

  @Test func `a look-up reads the list back to the highest id that was known`() async {
    #expect(await found(1...260, above: 110) { _, _ in } == Array((111...260).reversed()))
    #expect(await found(1...60, above: 60) { _, _ in } == [])
    #expect(await found(1...60, above: 0) { _, _ in }?.count == 60)
  }

  @Test func `a listing that others add while the list is read is not found twice`() async {
    let ids = await found(1...260, above: 10) { pages, ids in
      if pages == 1 { ids.insert(261, at: 0) }
    }
    #expect(ids?.count == 250)
    #expect(Set(ids ?? []).count == 250)
  }

  @Test func `if the total falls between two pages, the previous page is read again`() async {
    let ids = await found(1...260, above: 10) { pages, ids in
      // Listing 160 moves to the first page, which was read already.
      if pages == 1 { ids.removeAll { $0 == 200 } }
    }
    #expect(Set(ids ?? []).isSuperset(of: Set(11...260).subtracting([200])))
  }

  @Test func `a list that does not end is given up`() async {
    let ids = await found(1000...1260, above: 0) { pages, ids in
      // Each time a page was read, something is removed from the one before.
      if pages % 2 == 1 { ids.removeFirst() } else { ids.append(ids.count) }
    }
    #expect(ids == nil)
  }
}

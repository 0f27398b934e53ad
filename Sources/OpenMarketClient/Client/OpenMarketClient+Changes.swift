/// The calls for a market that counts its changes, or its listings: extensions `revision` and
/// `summary`.
public import MarketWire

extension OpenMarketClient {
  /// One page, or nil where the market has not changed since the page that carried `revision`
  /// (``ProductPage/revision``). A market that does not count its changes answers the page.
  public func products(
    _ query: ListProducts, ifChangedSince revision: Int
  ) async throws(ClientError) -> Decoded<ProductPage>? {
    try await answer(
      to: query, Call(operation: .list, deadline: deadline()), unless: revision)
  }

  /// What changed after a revision, `limit` changes at most; where there are more
  /// (``ProductChanges/hasMore``), ask again with the revision of the answer.
  ///
  /// - Parameter limit: 1 to 1,000.
  /// - Returns: nil where the market does not remember that far back, or never was there: the list
  ///   has to be read anew.
  /// - Throws: ``ClientError/Code/unreadableResponse`` where the market does not offer `revision`.
  public func changes(
    since revision: Int, limit: Int = ListProducts.itemsPerPageLimit
  ) async throws(ClientError) -> Decoded<ProductChanges>? {
    do throws(ClientError) {
      return try await answer(
        to: ListChanges(since: revision, limit: limit),
        Call(operation: .list, deadline: deadline()))
    } catch {
      guard error.status == 410 else { throw error }
      return nil
    }
  }

  /// Numbers about the listings that a filter means.
  ///
  /// - Throws: ``ClientError/Code/unreadableResponse`` where the market does not offer `summary`;
  ///   ``MarketSummary/init(of:)`` counts what was read.
  public func summary(
    _ filter: ListingFilter = .all
  ) async throws(ClientError) -> Decoded<MarketSummary> {
    try await answer(
      to: SummarizeProducts(filter: filter), Call(operation: .list, deadline: deadline()))
  }
}

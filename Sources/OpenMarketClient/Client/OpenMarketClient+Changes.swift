public import MarketWire

extension OpenMarketClient {
  /// Returns a page, or nil if the list has not changed since a revision.
  ///
  /// A market without the extension `revision` always returns the page.
  ///
  /// - Parameters:
  ///   - query: The page to read.
  ///   - revision: The `ProductPage.revision` of the page that the caller has.
  public func products(
    _ query: ListProducts, ifChangedSince revision: Int
  ) async throws(ClientError) -> Decoded<ProductPage>? {
    try await output(
      of: query, Call(operation: .list, deadline: deadline()), ifChangedSince: revision)
  }

  /// Returns the changes after a revision, or nil if the market no longer has all of them.
  ///
  /// ```swift
  /// var revision = 0
  /// while let changes = try await client.changes(since: revision)?.value {
  ///   print(changes.products.map(\.id), changes.removed)
  ///   revision = changes.revision
  ///   if !changes.hasMore { break }
  /// }
  /// ```
  ///
  /// If there are more (`ProductChanges.hasMore`), call this again with the revision of the result.
  /// If it is nil, read the whole list.
  ///
  /// - Parameters:
  ///   - revision: A revision that the market sent earlier.
  ///   - limit: The maximum number of changes in the result, 1 to 1,000.
  /// - Throws: ``ClientError/Code/unreadableResponse`` if the market does not support `revision`.
  public func changes(
    since revision: Int, limit: Int = ListProducts.itemsPerPageLimit
  ) async throws(ClientError) -> Decoded<ProductChanges>? {
    do throws(ClientError) {
      return try await output(
        of: ListChanges(since: revision, limit: limit),
        Call(operation: .list, deadline: deadline()))
    } catch {
      guard error.status == 410 else { throw error }
      return nil
    }
  }

  /// Returns statistics about the listings of a filter.
  ///
  /// ```swift
  /// var filter = ListingFilter()
  /// filter.isSoldOut = true
  /// let summary = try await client.summary(filter).value
  /// print(summary)
  /// ```
  ///
  /// Without the extension, compute them with `MarketSummary(of:)`.
  ///
  /// - Throws: ``ClientError/Code/unreadableResponse`` if the market does not support `summary`.
  public func summary(
    _ filter: ListingFilter = .all
  ) async throws(ClientError) -> Decoded<MarketSummary> {
    try await output(
      of: SummarizeProducts(filter: filter), Call(operation: .list, deadline: deadline()))
  }
}

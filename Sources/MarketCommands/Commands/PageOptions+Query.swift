import CommandLanguage
import MarketRender
import MarketWire
import SellerFiles
import SellerSession
import TerminalKit

extension CommandContext {
  /// Returns the page of a list that the options select. The first page of a search is recorded.
  func list(_ input: Input, _ filter: ListQuery.Filter) async throws -> Output {
    if let words = filter.search, input[PageOptions.page].value == 1 { recordSearch(words) }
    return try await listings.list(query(input, filter))
  }

  /// Returns the list of a search, with the default sort and layout.
  func list(searchingFor words: String) async throws -> Output {
    var filter = ListQuery.Filter()
    filter.search = words
    return try await list(filter)
  }

  /// Returns the list of a filter, with the default sort and layout.
  func list(_ filter: ListQuery.Filter) async throws -> Output {
    var query = ListQuery(filter: filter)
    query.sort = listings.sort
    query.presentation = ListingPresentation(
      layout: listings.layout,
      isSortedByPrice: !query.sort.isDefault && query.sort.key == .price)
    query.presentation.isOwnOnly = filter.isMine
    query.presentation.hasDays = filter.hasDays
    listings.fit(&query)
    if let words = filter.search { recordSearch(words) }
    return try await listings.list(query)
  }

  /// Saves a search that a person typed, for `recent`, unless the settings forbid this.
  package func recordSearch(_ words: String) {
    guard !scope.isInScript, console.capabilities(of: .output).isTerminal,
      settings.preferences.keepsSearches,
      let account = try? market.notebookAccount()
    else { return }
    // Searches with secrets are not saved, as in the history.
    let secrets = (try? market.connections.markets().profiles.compactMap(\.credentials)) ?? []
    let filter = SecretFilter(
      secrets: secrets.flatMap { [$0.secret.revealed, $0.identifier.revealed] })
    guard filter.allows("search \(Quoting.quote(words))") else { return }
    try? market.notebook.record(
      Notebook.Search(words: words, date: environment.now()), for: account)
  }

  /// Returns the query of a list. Missing options come from the settings.
  private func query(_ input: Input, _ filter: ListQuery.Filter) -> ListQuery {
    var query = ListQuery(filter: filter)
    let size = pageSize(input)
    query.page = input[PageOptions.page].value
    query.isAll = input[PageOptions.all]
    query.sort = sort(input) ?? listings.sort
    query.codeOrder = input[PageOptions.sort]?.codeOrder.map {
      CodeOrder(isDescending: $0.isDescending || input[PageOptions.desc])
    }
    query.presentation = ListingPresentation(
      layout: layout(input) ?? listings.layout,
      pictures: PicturePreference(input[PageOptions.pictures]),
      hasThumbnails: input[PageOptions.thumbs],
      isSortedByPrice: !query.sort.isDefault && query.sort.key == .price)
    query.presentation.isLayoutChosen = input[PageOptions.grid] || input[PageOptions.table]
    query.presentation.isOwnOnly = filter.isMine
    query.presentation.hasDescriptions = input[PageOptions.lines]?.value == 2
    query.presentation.hasDays = filter.hasDays
    if let size {
      query.perPage = size
    } else {
      listings.fit(&query, choosesPage: input.mentions(PageOptions.page))
    }
    return query
  }

  private func pageSize(_ input: Input) -> Int? {
    (input[PageOptions.perPage] ?? input[PageOptions.limit])?.value
  }

  /// Returns the requested layout; nil if there is none. `--thumbs` and `--lines` need a table.
  private func layout(_ input: Input) -> ListLayout? {
    if input[PageOptions.grid] { return .grid }
    let needsTable =
      input[PageOptions.table] || input[PageOptions.thumbs] || input.mentions(PageOptions.lines)
    return needsTable ? .table : nil
  }

  /// Returns the requested sort; nil if there is none. `--desc` alone reverses the default sort.
  private func sort(_ input: Input) -> ListingSort? {
    let isReversed = input[PageOptions.desc]
    guard let word = input[PageOptions.sort] else {
      guard isReversed else { return nil }
      return ListingSort(listings.sort.key, isDescending: !listings.sort.isDescending)
    }
    if word.codeOrder != nil { return word.sort }
    return ListingSort(word.sort.key, isDescending: word.sort.isDescending || isReversed)
  }
}

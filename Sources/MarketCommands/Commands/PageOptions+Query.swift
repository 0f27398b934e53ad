import CommandLanguage
import MarketRender
import MarketWire
import SellerSession

extension CommandContext {
  /// Returns the list that the options request, and nothing but this list and its other pages.
  func list(_ input: Input, _ filter: ListQuery.Filter) async throws -> Output {
    try await listings.list(query(input, filter))
  }

  /// Returns the query of a list. Missing options come from the settings.
  private func query(_ input: Input, _ filter: ListQuery.Filter) -> ListQuery {
    var query = ListQuery(filter: filter)
    let size = pageSize(input)
    query.page = input[PageOptions.page].value
    query.isAll = input[PageOptions.all]
    query.isCut = query.isAll || size != nil || input.mentions(PageOptions.page)
    query.sort = sort(input) ?? listings.sort
    query.presentation = ListingPresentation(
      layout: layout(input) ?? listings.layout,
      pictures: PicturePreference(input[PageOptions.pictures]),
      hasThumbnails: input[PageOptions.thumbs],
      isSortedByPrice: !query.sort.isDefault && query.sort.key == .price)
    query.presentation.isLayoutAsked = input[PageOptions.grid] || input[PageOptions.table]
    query.presentation.isOwnOnly = filter.isMine
    query.presentation.hasDays = filter.hasDays
    query.perPage = size ?? listings.pageSize(query)
    return query
  }

  private func pageSize(_ input: Input) -> Int? {
    (input[PageOptions.perPage] ?? input[PageOptions.limit])?.value
  }

  /// Returns the requested layout. Small pictures need a table.
  private func layout(_ input: Input) -> ListLayout? {
    if input[PageOptions.grid] { return .grid }
    return input[PageOptions.table] || input[PageOptions.thumbs] ? .table : nil
  }

  /// Returns the requested sort. `--desc` alone reverses the current one.
  private func sort(_ input: Input) -> ListingSort? {
    let isTurned = input[PageOptions.desc]
    guard let asked = input[PageOptions.sort]?.sort else {
      guard isTurned else { return nil }
      return ListingSort(listings.sort.key, isDescending: !listings.sort.isDescending)
    }
    return ListingSort(asked.key, isDescending: asked.isDescending || isTurned)
  }
}

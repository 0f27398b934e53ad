import Foundation
import MarketWire

/// A page of the list of the shop window.
struct WindowListPage {
  static let itemsPerPage = 20

  let search: String
  let isGrid: Bool
  let number: Int

  /// Parses the query; what it does not understand, it ignores, because people type it.
  init(_ target: RequestTarget) {
    search = target["q"]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    isGrid = target["view"] == "grid"
    number = target["page"].flatMap { Route.number($0) }.map { max(1, $0) } ?? 1
  }

  /// The same list as the API returns it.
  var list: PageRequest {
    PageRequest(
      ListProducts(
        pageNumber: number, itemsPerPage: Self.itemsPerPage,
        searchValue: search.isEmpty ? nil : search))
  }

  func response(_ page: StoredPage, in context: WindowContext) -> HTTPResponse {
    let texts = context.texts
    let last = max(1, (page.totalCount + Self.itemsPerPage - 1) / Self.itemsPerPage)
    let title = search.isEmpty ? texts.newest : texts.results(shownSearch)
    let rows = page.products.map { WindowValues(product: $0, context: context) }
    let window = WindowPage(
      title: title, summary: texts.count(page.totalCount),
      picture: page.products.map(\.thumbnail).first { !$0.isEmpty },
      target: context.list(search: search, isGrid: isGrid, page: number), search: search,
      isGrid: isGrid,
      content: """
        <div class="heading">
        <h1>\(title)</h1>
        <p>\(texts.count(page.totalCount))</p>
        \(layouts(context))
        </div>
        \(rows.isEmpty ? emptyState(texts, isPastEnd: page.totalCount > 0) : items(rows))
        \(pages(last: last, context))
        """)
    return window.response(in: context, status: rows.isEmpty && number > 1 ? 404 : 200)
  }

  private var shownSearch: String { WindowValues.shortened(search, to: 80) }

  private func emptyState(_ texts: WindowTexts, isPastEnd: Bool) -> HTML {
    if isPastEnd { return "<p class=\"empty\">\(texts.noPage)</p>" }
    return "<p class=\"empty\">\(search.isEmpty ? texts.empty : texts.noResults(shownSearch))</p>"
  }

  private func items(_ rows: [WindowValues]) -> HTML {
    "<ul class=\"\(isGrid ? "grid" : "rows")\">\n\(rows.enumerated().map { item($1, at: $0) })</ul>"
  }

  private func item(_ values: WindowValues, at index: Int) -> HTML {
    let product = values.product
    let state: HTML = values.isSoldOut ? " class=\"sold-out\"" : ""
    // The pictures of the first rows are seen at once.
    let loading: HTML = index < 4 ? "" : " loading=\"lazy\""
    let picture: HTML =
      values.thumbnail.map { "<img src=\"\($0)\" alt=\"\"\(loading)>" } ?? "<span></span>"
    return """
      <li\(state)>
      \(picture)
      <div>
      <h2 dir="auto"><a href="\(values.context.listing(product.id))">\(values.name)</a></h2>
      <p class="price">\(values.priceLine)</p>
      <p class="about"><span dir="auto">\(WindowValues.shortened(product.vendorName, to: 40))</span> · <span class="stock">\(values.stock)</span></p>
      </div>
      </li>

      """
  }

  private func layouts(_ context: WindowContext) -> HTML {
    let texts = context.texts
    func link(_ text: String, grid: Bool) -> HTML {
      let target = context.list(search: search, isGrid: grid, page: number)
      return grid == isGrid
        ? "<a href=\"\(target)\" aria-current=\"true\">\(text)</a>"
        : "<a href=\"\(target)\">\(text)</a>"
    }
    return """
      <nav class="layouts" aria-label="\(texts.layout)">
      \(link(texts.list, grid: false))
      \(link(texts.grid, grid: true))
      </nav>
      """
  }

  private func pages(last: Int, _ context: WindowContext) -> HTML {
    guard last > 1 || number > 1 else { return "" }
    let texts = context.texts
    func link(_ page: Int, _ text: String, _ relation: String) -> HTML {
      let target = context.list(search: search, isGrid: isGrid, page: page)
      return "<a href=\"\(target)\" rel=\"\(relation)\">\(text)</a>"
    }
    let previous: HTML =
      number > 1 ? link(min(number - 1, last), texts.previous, "prev") : "<span></span>"
    let next: HTML = number < last ? link(number + 1, texts.next, "next") : "<span></span>"
    let place: HTML = number <= last ? "<p>\(texts.page(number, last))</p>" : "<span></span>"
    return """
      <nav class="pages" aria-label="\(texts.pages)">
      \(previous)
      \(place)
      \(next)
      </nav>
      """
  }
}

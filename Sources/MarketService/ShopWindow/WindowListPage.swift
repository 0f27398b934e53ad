import Foundation
import MarketWire

/// A page of the list of the shop window: of the market, or of a shop.
struct WindowListPage {
  let query: WindowQuery
  /// What the shop of the list says about itself.
  var profile = ShopProfile()

  func response(_ page: StoredPage, in context: WindowContext) -> HTTPResponse {
    let texts = context.texts
    let perPage = WindowQuery.itemsPerPage
    let last = max(1, (page.totalCount + perPage - 1) / perPage)
    let rows = page.products.map { WindowValues(product: $0, context: context) }
    let title = title(texts)
    var window = WindowPage(
      title: title, summary: texts.count(page.totalCount),
      picture: page.products.map(\.thumbnail).first { !$0.isEmpty }.map { .init(path: $0) },
      target: context.list(query), query: query,
      content: """
        \(way(context))<div class="heading">
        <h1 dir="auto">\(title)</h1>
        <p>\(texts.count(page.totalCount))</p>
        \(layouts(context))
        </div>
        \(about(texts))\
        \(WindowFilters(query: query).form(in: context))
        \(rows.isEmpty ? emptyState(texts, isPastEnd: page.totalCount > 0) : items(rows))
        \(pages(last: last, context))
        """)
    // Results of searches are as many as there are words.
    window.isIndexed = query.search.isEmpty && !query.isNarrowed && !rows.isEmpty
    window.feeds = context.feeds(of: query)
    return window.response(in: context, status: rows.isEmpty && query.number > 1 ? 404 : 200)
  }

  private func title(_ texts: WindowTexts) -> String {
    if !query.search.isEmpty { return texts.results(WindowValues.shortened(query.search, to: 80)) }
    if let shop = query.shop { return WindowValues.shortened(shop, to: 100) }
    return query.isNarrowed ? texts.listings : texts.newest
  }

  /// What the shop says about itself, and how to reach it.
  private func about(_ texts: WindowTexts) -> HTML {
    let words: HTML =
      profile.words.isEmpty
      ? "" : "<p class=\"description\" dir=\"auto\">\(profile.words)</p>\n"
    guard !profile.contact.isEmpty else { return words }
    return "\(words)<p>\(texts.shopContact): \(contact)</p>\n"
  }

  /// The contact as a link, if it is a URL or an address of mail.
  private var contact: HTML {
    let text = profile.contact
    var target: String?
    if let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
      url.host?.isEmpty == false
    {
      target = url.absoluteString
    } else if text.wholeMatch(of: /[^\s@<>"?&]+@[^\s@<>"?&]+\.[^\s@<>"?&]+/) != nil {
      target = "mailto:" + PercentEncoding.encode(text).replacing("%40", with: "@")
    }
    guard let target else { return "<span dir=\"auto\">\(text)</span>" }
    return "<a href=\"\(target)\" rel=\"nofollow ugc\">\(text)</a>"
  }

  /// The way from a shop to all listings.
  private func way(_ context: WindowContext) -> HTML {
    guard query.shop != nil else { return "" }
    return "<p><a class=\"back\" href=\"\(context.list())\">\(context.texts.all)</a></p>\n"
  }

  private func emptyState(_ texts: WindowTexts, isPastEnd: Bool) -> HTML {
    if isPastEnd { return "<p class=\"empty\">\(texts.noPage)</p>" }
    let text =
      if !query.search.isEmpty {
        texts.noResults(WindowValues.shortened(query.search, to: 80))
      } else {
        query.isNarrowed ? texts.noMatches : texts.empty
      }
    return "<p class=\"empty\">\(text)</p>"
  }

  private func items(_ rows: [WindowValues]) -> HTML {
    """
    <ul class="\(query.isGrid ? "grid" : "rows")">
    \(rows.enumerated().map { $1.item(at: $0, in: query) })</ul>
    """
  }

  private func layouts(_ context: WindowContext) -> HTML {
    let texts = context.texts
    func link(_ text: String, grid: Bool) -> HTML {
      let target = context.list(query.layout(grid: grid))
      return grid == query.isGrid
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
    let number = query.number
    guard last > 1 || number > 1 else { return "" }
    let texts = context.texts
    func link(_ page: Int, _ text: String, _ relation: String) -> HTML {
      "<a href=\"\(context.list(query.page(page)))\" rel=\"\(relation)\">\(text)</a>"
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
      \(numbers(last: last, context))
      </nav>
      """
  }

  /// The first and the last page, and those around this one.
  private func numbers(last: Int, _ context: WindowContext) -> HTML {
    let near = query.number > last ? 1...1 : max(1, query.number - 2)...min(last, query.number + 2)
    var shown = Set(near)
    shown.formUnion([1, last])
    var items: [HTML] = []
    var before = 0
    for page in shown.sorted() {
      if page > before + 1 { items.append("<li>…</li>\n") }
      let current: HTML = page == query.number ? " aria-current=\"page\"" : ""
      items.append(
        "<li><a href=\"\(context.list(query.page(page)))\"\(current)>\(page)</a></li>\n")
      before = page
    }
    return "<ul class=\"numbers\">\n\(items)</ul>"
  }
}

/// The choice of order, prices and stock, which needs no script.
struct WindowFilters {
  let query: WindowQuery

  func form(in context: WindowContext) -> HTML {
    let texts = context.texts
    let sorts = WindowQuery.sorts.map { sort -> HTML in
      let chosen: HTML = sort == query.sort ? " selected" : ""
      return "<option value=\"\(sort.text)\"\(chosen)>\(texts.sort(sort))</option>\n"
    }
    let open: HTML = query.isNarrowed ? " open" : ""
    let checked: HTML = query.isInStock ? " checked" : ""
    return """
      <details class="filters"\(open)>
      <summary>\(texts.filters)</summary>
      <form action="\(context.list(WindowQuery(shop: query.shop)))">
      \(hidden)<label>\(texts.order) <select name="sort">
      \(sorts)</select></label>
      \(field("min", texts.minPrice, query.minPrice.map { "\($0)" }, "inputmode=\"decimal\" size=\"8\""))
      \(field("max", texts.maxPrice, query.maxPrice.map { "\($0)" }, "inputmode=\"decimal\" size=\"8\""))
      \(field("currency", texts.currency, query.currency?.rawValue, "maxlength=\"3\" size=\"4\""))
      <label><input type="checkbox" name="stock" value="1"\(checked)> \(texts.onlyInStock)</label>
      <button>\(texts.apply)</button>
      </form>
      </details>
      """
  }

  private func field(_ name: HTML, _ label: String, _ value: String?, _ more: HTML) -> HTML {
    "<label>\(label) <input name=\"\(name)\" value=\"\(value ?? "")\" \(more)></label>"
  }

  /// What the search and the layout add to the address.
  private var hidden: HTML {
    let kept = query.items.filter { ["q", "view"].contains($0.name) }
    return HTML(
      joining: kept.map {
        "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">\n"
      })
  }
}

extension WindowValues {
  /// The row or the card of a listing in a list.
  ///
  /// - Parameter query: where its page leads back to.
  func item(at index: Int, in query: WindowQuery) -> HTML {
    let state: HTML = isSoldOut ? " class=\"sold-out\"" : ""
    // The pictures of the first rows are seen at once.
    let loading: HTML = index < 4 ? "" : " loading=\"lazy\""
    let picture: HTML =
      thumbnail.map {
        "<img src=\"\($0)\" alt=\"\" width=\"320\" height=\"320\"\(loading)>"
      } ?? "<span></span>"
    return """
      <li\(state)>
      \(picture)
      <div>
      <h2 dir="auto"><a href="\(context.listing(product.id, from: query))">\(name)</a></h2>
      <p class="price">\(priceLine)</p>
      <p class="about"><span dir="auto">\(Self.shortened(product.vendorName, to: 40))</span> · <span class="stock">\(stock)</span></p>
      </div>
      </li>

      """
  }
}

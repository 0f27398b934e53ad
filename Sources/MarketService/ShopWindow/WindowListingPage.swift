import MarketWire

/// The page of a listing in the shop window.
struct WindowListingPage {
  let product: StoredProduct

  func response(in context: WindowContext) -> HTTPResponse {
    let texts = context.texts
    let values = WindowValues(product: product, context: context)
    let page = WindowPage(
      title: values.name, summary: values.summary,
      picture: product.pictures.first?.origin, target: context.listing(product.id),
      content: """
        <p><a class="back" href="\(context.list())">\(texts.all)</a></p>
        <article class="listing">
        \(gallery(values, context))
        <div class="facts">
        <h1 dir="auto">\(values.name)</h1>
        <p class="price">\(values.priceLine)</p>
        <dl>
        <div><dt>\(texts.shop)</dt><dd dir="auto">\(WindowValues.shortened(product.vendorName, to: 100))</dd></div>
        <div><dt>\(texts.stock)</dt><dd>\(values.stock)</dd></div>
        <div><dt>\(texts.added)</dt><dd>\(day(product.createdAt))</dd></div>
        \(change(texts))</dl>
        <h2>\(texts.description)</h2>
        <div class="description" dir="auto">\(description)</div>
        </div>
        </article>
        """)
    return page.response(in: context)
  }

  /// The beginning of the description.
  ///
  /// A market without limits accepts descriptions of any length.
  private var description: String {
    WindowValues.shortened(product.description ?? "", to: 5000)
  }

  private func change(_ texts: WindowTexts) -> HTML {
    guard product.issuedAt.dayText != product.createdAt.dayText else { return "" }
    return "<div><dt>\(texts.changed)</dt><dd>\(day(product.issuedAt))</dd></div>\n"
  }

  private func day(_ date: WireDate) -> HTML {
    "<time datetime=\"\(date.dayText)\">\(date.dayText)</time>"
  }

  private func gallery(_ values: WindowValues, _ context: WindowContext) -> HTML {
    let pictures = product.pictures
    guard !pictures.isEmpty else { return "<div class=\"photos\"></div>" }
    let items = pictures.enumerated().map { index, picture -> HTML in
      let source = context.link(picture.origin)
      let alt = context.texts.photo(index + 1, pictures.count, values.name)
      let loading: HTML = index == 0 ? "" : " loading=\"lazy\""
      return """
        <li><a href="\(source)"><img src="\(source)" alt="\(alt)"\(loading)></a></li>

        """
    }
    return """
      <ul class="photos" aria-label="\(context.texts.photos)">
      \(items)</ul>
      """
  }
}

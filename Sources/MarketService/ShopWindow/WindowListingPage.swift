import Foundation
import MarketWire

/// The page of a listing in the shop window.
struct WindowListingPage {
  let product: StoredProduct
  /// Some other listings of the shop.
  let others: [StoredProduct]
  /// The sizes of the pictures that can be read.
  let sizes: [String: PictureSizes.Size]
  /// The list that it was opened from.
  let query: WindowQuery

  func response(in context: WindowContext) -> HTTPResponse {
    let texts = context.texts
    let values = WindowValues(product: product, context: context)
    let title = values.isSoldOut ? "\(texts.soldOut): \(values.name)" : values.name
    var page = WindowPage(
      title: title, summary: values.summary,
      picture: product.pictures.first.map {
        .init(path: $0.origin, size: sizes[$0.origin], text: values.name)
      },
      target: context.listing(product.id), query: query,
      content: """
        <p><a class="back" href="\(context.list(query))">\(texts.all)</a></p>
        <article class="listing\(values.isSoldOut ? " sold-out" : "")">
        \(gallery(values, context))
        \(facts(values, context))
        </article>
        \(more(context))
        """)
    page.kind = "product"
    page.structure = WindowStructure(values: values, context: context).graph
    page.feeds = context.feeds(of: WindowQuery(shop: product.vendorName))
    return page.response(in: context)
  }

  private func facts(_ values: WindowValues, _ context: WindowContext) -> HTML {
    let texts = context.texts
    let shop = WindowQuery(shop: product.vendorName)
    let name = WindowValues.shortened(product.vendorName, to: 100)
    return """
      <div class="facts">
      <h1 dir="auto">\(values.name)</h1>
      <p class="price">\(values.priceLine)</p>
      <dl>
      <dt>\(texts.shop)</dt><dd dir="auto"><a href="\(context.list(shop))">\(name)</a></dd>
      <dt>\(texts.stock)</dt><dd class="stock">\(values.stock)</dd>
      <dt>\(texts.added)</dt><dd>\(day(product.createdAt))</dd>
      \(change(texts))</dl>
      <h2>\(texts.description)</h2>
      <div class="description" dir="auto">\(description)</div>
      \(report(context))</div>
      """
  }

  private func report(_ context: WindowContext) -> HTML {
    guard let target = context.report(context.listing(product.id)) else { return "" }
    return "<p class=\"about\"><a href=\"\(target)\">\(context.texts.report)</a></p>\n"
  }

  /// The beginning of the description.
  ///
  /// A market without limits accepts descriptions of any length.
  private var description: String {
    WindowValues.shortened(product.description ?? "", to: 5000)
  }

  private func change(_ texts: WindowTexts) -> HTML {
    guard product.issuedAt.dayText != product.createdAt.dayText else { return "" }
    return "<dt>\(texts.changed)</dt><dd>\(day(product.issuedAt))</dd>\n"
  }

  private func day(_ date: WireDate) -> HTML {
    "<time datetime=\"\(date.dayText)\">\(date.dayText)</time>"
  }

  /// All photos in a row, which is swiped or scrolled with the arrow keys.
  private func gallery(_ values: WindowValues, _ context: WindowContext) -> HTML {
    let pictures = product.pictures
    guard !pictures.isEmpty else { return "<div class=\"photos\"></div>" }
    let items = pictures.enumerated().map { index, picture -> HTML in
      let source = context.link(picture.origin)
      let alt = context.texts.photo(index + 1, pictures.count, values.name)
      let loading: HTML = index == 0 ? "" : " loading=\"lazy\""
      let size: HTML =
        sizes[picture.origin].map { " width=\"\($0.width)\" height=\"\($0.height)\"" } ?? ""
      return """
        <li><a href="\(source)"><img src="\(source)" alt="\(alt)"\(size)\(loading)></a></li>

        """
    }
    let badge: HTML =
      values.isSoldOut ? "<p class=\"badge\">\(context.texts.soldOut)</p>\n" : ""
    return """
      <div class="gallery">
      \(badge)<ul class="photos" aria-label="\(context.texts.photos)" tabindex="0">
      \(items)</ul>
      </div>
      """
  }

  private func more(_ context: WindowContext) -> HTML {
    guard !others.isEmpty else { return "" }
    let shop = WindowQuery(shop: product.vendorName)
    let items = others.map {
      WindowValues(product: $0, context: context).item(at: 9, in: WindowQuery())
    }
    return """
      <section class="more">
      <h2>\(context.texts.moreOf(WindowValues.shortened(product.vendorName, to: 100)))</h2>
      <ul class="grid">
      \(items)</ul>
      <p><a class="back" href="\(context.list(shop))">\(context.texts.allOfShop)</a></p>
      </section>
      """
  }
}

/// What search engines read of a listing, in the words of schema.org.
struct WindowStructure {
  let values: WindowValues
  let context: WindowContext

  /// The product with its offer, and the way to it.
  var graph: JSON {
    .object(["@context": .string("https://schema.org"), "@graph": .array([product, way])])
  }

  private var product: JSON {
    let product = values.product
    var object: JSONObject = [
      "@type": .string("Product"), "name": .string(values.name), "sku": .string("\(product.id)"),
      "url": .string(url(context.listing(product.id))), "offers": .object(offer),
    ]
    if let text = product.description, !text.isEmpty {
      object["description"] = .string(WindowValues.shortened(text, to: 1000))
    }
    let pictures = product.pictures.map { JSON.string(context.base.url($0.origin)) }
    if !pictures.isEmpty { object["image"] = .array(pictures) }
    return .object(object)
  }

  private var offer: JSONObject {
    let product = values.product
    let state = values.isSoldOut ? "OutOfStock" : "InStock"
    return [
      "@type": .string("Offer"), "url": .string(url(context.listing(product.id))),
      "price": .decimal(Decimal(tenThousandths: product.price - product.discount)),
      "priceCurrency": .string(product.currency),
      "availability": .string("https://schema.org/\(state)"),
      "seller": .object(["@type": .string("Organization"), "name": .string(product.vendorName)]),
    ]
  }

  private var way: JSON {
    let shop = WindowQuery(shop: values.product.vendorName)
    let steps = [
      (context.name, context.list()), (values.product.vendorName, context.list(shop)),
      (values.name, context.listing(values.product.id)),
    ]
    let items = steps.enumerated().map { index, step -> JSON in
      .object([
        "@type": .string("ListItem"), "position": .integer(index + 1), "name": .string(step.0),
        "item": .string(url(step.1)),
      ])
    }
    return .object(["@type": .string("BreadcrumbList"), "itemListElement": .array(items)])
  }

  private func url(_ target: String) -> String { context.base.origin + target }
}

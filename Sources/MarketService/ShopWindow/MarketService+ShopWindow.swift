import MarketWire

/// The pages for buyers, which only read.
extension MarketService {
  func windowContext(_ request: HTTPRequest, base: BaseURL) -> WindowContext {
    WindowContext(request, base: base, site: configuration.site)
  }

  /// Responds to a page or a file for buyers.
  func window(
    _ part: WindowPart, _ target: RequestTarget, _ request: HTTPRequest, base: BaseURL,
    coding: ContentCoding, from client: ClientAddress
  ) throws -> HTTPResponse {
    let context = windowContext(request, base: base)
    switch part {
    case .list:
      return try windowList(WindowQuery(target), request, context, coding: coding, from: client)
    case .shop(let name):
      let query = WindowQuery(target, shop: name)
      return try windowList(query, request, context, coding: coding, from: client)
    case .listing(let id):
      return try windowListing(id, WindowQuery(target, shop: target["shop"]), request, context)
    case .text(let name):
      guard let text = context.text(name) else { throw ServiceRefusal.noSuchPath }
      return try unlessCurrent(request, context, 0) { text.response(in: context) }
    case .manifest: return WindowFeeds(context: context).manifest()
    case .tags, .atom, .merchant, .siteMap:
      return try readSlowly(for: client) { reader in
        let headers = part.isPage ? WindowPage.headers : WindowFeeds(context: context).headers
        return try unlessCurrent(request, context, try reader.revision(), headers: headers) {
          try file(part, target, context, reader)
        }
      }
    }
  }

  /// Responds with a page of the list.
  ///
  /// A search waits for its turn like one through the API.
  private func windowList(
    _ query: WindowQuery, _ request: HTTPRequest, _ context: WindowContext, coding: ContentCoding,
    from client: ClientAddress
  ) throws -> HTTPResponse {
    let list = query.list
    func answer(_ reader: any StoreReader) throws -> HTTPResponse {
      let profile = try query.shop.map { try requireShop($0, reader).profile } ?? ShopProfile()
      let revision = try reader.revision()
      return try unlessCurrent(request, context, revision, profile) {
        let key = PageCache.Key(
          list, base: context.base, coding: coding,
          window: PageCache.WindowForm(language: context.language, isGrid: query.isGrid))
        return try cached(list, as: key, at: revision) {
          WindowListPage(query: query, profile: profile)
            .response(try list.page(reader), in: context)
        }
      }
    }
    return try list.isSlow ? readSlowly(for: client, answer) : store.read(answer)
  }

  /// - Throws: 404 if there is no such shop, or if it is hidden.
  @discardableResult
  private func requireShop(_ name: String, _ reader: any StoreReader) throws -> StoredVendor {
    guard let vendor = try reader.vendor(named: Folding.normalized(name)),
      try !reader.hiddenVendors().contains(vendor.id)
    else { throw ServiceRefusal.noSuchPath }
    return vendor
  }

  /// Responds with the page of a listing.
  ///
  /// - Parameter id: nil for a malformed id.
  private func windowListing(
    _ id: Int?, _ query: WindowQuery, _ request: HTTPRequest, _ context: WindowContext
  ) throws -> HTTPResponse {
    guard let id else { throw ServiceRefusal.noSuchListing }
    let (revision, found) = try store.read { reader in
      let product = try shownProduct(id, reader)
      let revision = try reader.revision()
      let isCurrent = request.matchesETag(context.eTag(revision))
      return (revision, isCurrent ? nil : (product, try reader.others(besides: product)))
    }
    return try unlessCurrent(request, context, revision) {
      guard let (product, others) = found else { throw ServiceRefusal.noSuchListing }
      let sizes = try pictureSizes.sizes(of: product.pictures.map(\.origin), in: store)
      return WindowListingPage(product: product, others: others, sizes: sizes, query: query)
        .response(in: context)
    }
  }

  /// The listing, unless its shop is hidden.
  ///
  /// - Throws: 404, or 410 for a listing that was removed.
  private func shownProduct(_ id: Int, _ reader: any StoreReader) throws -> StoredProduct {
    do { return try visibleProduct(id, reader) } catch let refusal as ServiceRefusal {
      // A hidden shop may come back.
      let isUsed = try id > 0 && id < reader.numbers().product && reader.product(id) == nil
      throw isUsed ? ServiceRefusal(410, "listing removed") : refusal
    }
  }

  /// A file for programs, or a sheet to print.
  private func file(
    _ part: WindowPart, _ target: RequestTarget, _ context: WindowContext, _ reader: any StoreReader
  ) throws -> HTTPResponse {
    let feeds = WindowFeeds(context: context)
    let page = WindowQuery(target).number
    func newest(_ query: WindowQuery, limit: Int) throws -> [StoredProduct] {
      let list = query.list.operation
      return try reader.products(list.filter, sortedBy: .newest, offset: 0, limit: limit).products
    }
    switch part {
    case .tags(let name):
      try requireShop(name, reader)
      let shown = try newest(WindowQuery(shop: name), limit: WindowTags.limit + 1)
      return WindowTags(shop: name, products: shown).response(in: context)
    case .atom(let shop):
      if let shop { try requireShop(shop, reader) }
      var query = WindowQuery(shop: shop)
      query.search = WindowQuery(target).search
      let new = try newest(query, limit: WindowFeeds.newsLimit)
      return feeds.atom(try reader.cheaper(query) + new, of: query)
    case .merchant(let name):
      let shop = try requireShop(name, reader)
      return feeds.merchant(
        try reader.products(ofVendor: shop.id, page: page), ofShop: name, page: page)
    case .siteMap(nil):
      return feeds.siteMapIndex(
        listings: try reader.products(offset: 0, limit: 1).totalCount)
    case .siteMap(let number?):
      let (first, isTooLarge) = (number - 1).multipliedReportingOverflow(by: WindowFeeds.fileLimit)
      guard number > 0, !isTooLarge else { throw ServiceRefusal.noSuchPath }
      let part = try reader.products(offset: first, limit: WindowFeeds.fileLimit)
      guard number == 1 || !part.products.isEmpty else { throw ServiceRefusal.noSuchPath }
      return feeds.siteMap(part.products, number: number)
    case .list, .shop, .listing, .manifest, .text: throw ServiceRefusal.noSuchPath
    }
  }

  /// The page with its entity tag, or 304 if the client has it.
  private func unlessCurrent(
    _ request: HTTPRequest, _ context: WindowContext, _ revision: Int,
    _ profile: ShopProfile = ShopProfile(), headers: HTTPHeaders = WindowPage.headers,
    _ render: () throws -> HTTPResponse
  ) throws -> HTTPResponse {
    let tag = context.eTag(revision, profile)
    var response =
      request.matchesETag(tag)
      ? HTTPResponse(status: 304, headers: headers) : try render()
    response.headers[.eTag] = tag
    return response
  }
}

extension StoreReader {
  /// Some other listings of a shop: those that were added after one, and then from the first on.
  fileprivate func others(besides product: StoredProduct) throws -> [StoredProduct] {
    let limit = 4
    let later = try products(ofVendor: product.vendorID, after: product.id, limit: limit)
    guard later.count < limit else { return later }
    let first = try products(ofVendor: product.vendorID, after: 0, limit: limit - later.count)
    return later + first.filter { $0.id < product.id }
  }

  /// The listings of a list that have changed lately and have a discount.
  fileprivate func cheaper(_ query: WindowQuery) throws -> [StoredProduct] {
    let filter = query.list.operation.filter
    var span = WindowFeeds.changesLimit
    var found = try changes(since: max(0, revision() - span), limit: span)
    // A young market has fewer changes.
    while found == nil, span > 1 {
      span /= 2
      found = try changes(since: max(0, revision() - span), limit: span)
    }
    return (found?.products ?? []).filter { product in
      product.discount > 0 && product.issuedAt > product.createdAt
        && filter.matches(product.product(base: .none))
    }
  }

  /// A part of the listings of a shop with their pictures, oldest first.
  fileprivate func products(ofVendor id: Int, page: Int) throws -> [StoredProduct] {
    var last = 0
    for _ in 1..<max(1, min(page, 1_000)) {
      guard let end = try products(ofVendor: id, after: last, limit: WindowFeeds.fileLimit).last
      else { return [] }
      last = end.id
    }
    return try products(ofVendor: id, after: last, limit: WindowFeeds.fileLimit)
  }
}

import MarketWire

/// The pages for buyers, which only read.
extension MarketService {
  /// Responds to `GET /`: a page of the list.
  ///
  /// A search waits for its turn like one through the API.
  func windowList(
    _ target: RequestTarget, _ request: HTTPRequest, base: BaseURL, coding: ContentCoding,
    from client: ClientAddress
  ) throws -> HTTPResponse {
    let window = WindowListPage(target)
    let list = window.list
    let context = WindowContext(request, base: base)
    func answer(_ reader: any StoreReader) throws -> HTTPResponse {
      let revision = try reader.revision()
      return try unlessCurrent(request, context, revision) {
        let key = PageCache.Key(
          list, base: base, coding: coding,
          window: PageCache.WindowForm(language: context.language, isGrid: window.isGrid))
        return try cached(list, as: key, at: revision) {
          window.response(try list.page(reader), in: context)
        }
      }
    }
    return try list.isSlow ? readSlowly(for: client, answer) : store.read(answer)
  }

  /// Responds to `GET /listings/{id}`.
  ///
  /// - Parameter id: nil for a malformed id.
  func windowListing(_ id: Int?, _ request: HTTPRequest, base: BaseURL) throws -> HTTPResponse {
    let context = WindowContext(request, base: base)
    return try store.read { reader in
      guard let id else { throw ServiceRefusal.noSuchListing }
      let product = try visibleProduct(id, reader)
      return try unlessCurrent(request, context, try reader.revision()) {
        WindowListingPage(product: product).response(in: context)
      }
    }
  }

  /// The page with its entity tag, or 304 if the client has it.
  private func unlessCurrent(
    _ request: HTTPRequest, _ context: WindowContext, _ revision: Int,
    _ render: () throws -> HTTPResponse
  ) throws -> HTTPResponse {
    let tag = context.eTag(revision)
    var response =
      request.matchesETag(tag)
      ? HTTPResponse(status: 304, headers: WindowPage.headers) : try render()
    response.headers[.eTag] = tag
    return response
  }
}

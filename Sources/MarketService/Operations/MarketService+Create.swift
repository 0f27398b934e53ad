/// `POST /api/products`.
import MarketStore
import MarketWire

extension MarketService {
  /// Pictures are judged and made durable before the write lock is taken, so that writers wait for
  /// each other's rows only.
  func create(_ request: HTTPRequest, base: BaseURL) throws -> HTTPResponse {
    let asked = try reading { () throws(RequestError) in try CreateProduct(request: request) }
    let vendor = try authenticate(asked.credentials)
    let keyed = try ReplayedResponses.keyed(
      request, .create, vendor: vendor, hash: RequestHash.of(asked.fields, images: asked.images))
    if let keyed {
      let replay = try store.read {
        try ReplayedResponses.replay(keyed, $0, base: base, at: clock())
      }
      if let replay { return replay }
    }
    var rules = ListingRules(enforcesLimits: configuration.enforcesLimits)
    let draft = rules.draft(asked.fields)
    let pictures = rules.pictures(asked.images)
    try rules.finish()
    try requireFreeSpace()

    let now = clock()
    let shelved = try shelf.put(pictures, vendor: vendor.id, at: now, names: uuids)
    let product = NewProduct(
      draft, of: vendor, at: now, removalID: uuids.next(at: now).text,
      pictures: shelved.pictures.map {
        NewPicture(origin: $0.origin.text, thumbnail: $0.thumbnail.text)
      })
    var isStored = false
    // The files are the listing's only when its row is stored: a replay stores none.
    defer { isStored ? shelf.settle(shelved) : shelf.discard(shelved) }
    let response = try writeOnce(keyed, base: base) { writer in
      .created(try writer.insert(product))
    }
    isStored = response.headers[.idempotencyStatus] == nil
    return response
  }
}

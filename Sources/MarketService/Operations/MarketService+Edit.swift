/// `PATCH /api/products/{id}`.
import MarketStore
import MarketWire

extension MarketService {
  /// Members that are not said are left alone; an edit that says nothing changes nothing, not even
  /// the date.
  func edit(_ id: Int, _ request: HTTPRequest, base: BaseURL) throws -> HTTPResponse {
    let asked = try reading { () throws(RequestError) in
      try EditProduct(id: id, request: request)
    }
    let vendor = try authenticate(asked.credentials)
    let keyed = try ReplayedResponses.keyed(
      request, .edit(id), vendor: vendor, hash: RequestHash.of(asked.fields))
    return try writeOnce(keyed, base: base) { writer in
      var product = try own(id, of: vendor, writer)
      guard !asked.fields.isEmpty else { return .detail(product) }
      try apply(asked.fields, to: &product)
      product.issuedAt = max(clock(), product.issuedAt)
      try writer.update(product)
      return .detail(product)
    }
  }

  private func apply(_ fields: ListingFields, to product: inout StoredProduct)
    throws(ServiceRefusal)
  {
    var rules = ListingRules(enforcesLimits: configuration.enforcesLimits)
    let draft = rules.draft(fields, over: ListingRules.Draft(product))
    if let id = fields.thumbnailID {
      if let picture = product.pictures.first(where: { $0.id == id }) {
        product.thumbnail = picture.thumbnail
      } else {
        rules.addUnknownPicture(id, of: product)
      }
    }
    try rules.finish()
    product.name = draft.name
    product.description = draft.description
    product.currency = draft.currency
    product.price = draft.price
    product.discount = draft.discount
    product.stock = draft.stock
  }
}

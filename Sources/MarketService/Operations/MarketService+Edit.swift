import MarketWire

extension MarketService {
  /// Responds to `PATCH /api/products/{id}`.
  ///
  /// Absent members stay as they are. An edit without members changes nothing, not even the date.
  func edit(
    _ id: Int, _ request: HTTPRequest, base: BaseURL, from client: ClientAddress
  ) throws -> HTTPResponse {
    let operation = try EditProduct(id: id, request: request)
    let vendor = try authenticate(operation.credentials, from: client)
    let keyed = try ReplayedResponses.keyed(
      request, .edit(id), vendor: vendor, hash: RequestHash.of(operation.fields))
    return try writeOnce(keyed, by: vendor, base: base) { writer in
      var product = try product(id, of: vendor, writer)
      guard !operation.fields.isEmpty else { return .detail(product) }
      try apply(operation.fields, to: &product)
      product.issuedAt = max(clock(), product.issuedAt)
      try writer.update(product)
      return .detail(product)
    }
  }

  private func apply(
    _ fields: ListingFields, to product: inout StoredProduct
  ) throws(ServiceRefusal) {
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

import MarketWire

extension MarketService {
  /// Responds to `PUT /api/products/{id}/images`.
  ///
  /// New pictures are checked and stored before the write lock is taken, as for a new listing.
  func replaceImages(
    _ id: Int, _ request: HTTPRequest, base: BaseURL, from client: ClientAddress
  ) throws -> HTTPResponse {
    let operation = try ReplaceImages(id: id, request: request)
    let vendor = try authenticate(operation.credentials, from: client)
    let keyed = try ReplayedResponses.keyed(
      request, .images(id), vendor: vendor,
      hash: RequestHash.of(ListingFields(), images: operation.images, order: operation.order))
    if let keyed {
      let replay = try store.read {
        try ReplayedResponses.replay(keyed, $0, base: base, at: clock())
      }
      if let replay { return replay }
    }
    let known = try store.read { try product(id, of: vendor, $0) }
    try requireRoom(for: vendor, listings: 0)
    let checked = try checked(operation, known, of: vendor)
    try requireFreeSpace()

    let sizes = try sizes(of: known.pictures.filter { operation.order.contains($0.id) })
    let (staged, pictures) = try stage(checked, of: vendor, at: clock())
    var isStored = false
    defer { if !isStored { store.discard(staged) } }
    let response = try writeOnce(keyed, by: vendor, base: base) { writer in
      var product = try product(id, of: vendor, writer)
      let choices = try choices(operation.order, of: product, pictures)
      let bytes = choices.reduce(0) { $0 + $1.bytes(of: sizes) }
      try configuration.accountLimits?.check(
        try writer.usage(ofVendor: vendor.id), listings: 0, adding: bytes - product.bytes, free: nil
      )
      product.bytes = bytes
      product.issuedAt = max(clock(), product.issuedAt)
      try writer.adopt(staged)
      return .detail(try writer.update(product, pictures: choices))
    }
    isStored = response.headers[.idempotencyStatus] == nil
    return response
  }

  /// Checks the places and the new pictures, before anything is stored.
  private func checked(
    _ operation: ReplaceImages, _ product: StoredProduct, of vendor: StoredVendor
  ) throws -> [CheckedPicture] {
    var rules = ListingRules(enforcesLimits: configuration.enforcesLimits)
    rules.requireImageCount(operation.order.count)
    try rules.finish()
    _ = try choices(operation.order, of: product, nil)
    let pictures = try uploads.withAccount(vendor.id) { memory in
      try rules.newPictures(operation.images, memory)
    }
    try rules.finish()
    return pictures
  }

  /// The pictures of a listing in their new places.
  ///
  /// - Parameter new: the new pictures; nil to check the places only.
  /// - Throws: 400 for a picture that the listing does not have, or that has two places.
  private func choices(
    _ order: [Int?], of product: StoredProduct, _ new: [NewPicture]?
  ) throws(ServiceRefusal) -> [PictureChoice] {
    var rules = ListingRules(enforcesLimits: configuration.enforcesLimits)
    var new = new?[...]
    var choices: [PictureChoice] = []
    var rest = product.pictures
    for place in order {
      if let id = place {
        if let index = rest.firstIndex(where: { $0.id == id }) {
          choices.append(.kept(rest.remove(at: index)))
        } else {
          rules.addUnknownPicture(id, of: product, in: "order")
        }
      } else if let picture = new?.popFirst() {
        choices.append(.new(picture))
      }
    }
    try rules.finish()
    return choices
  }

  /// The bytes of the files of pictures, by the paths of the originals.
  private func sizes(of pictures: [StoredPicture]) throws -> [String: Int] {
    var sizes: [String: Int] = [:]
    for picture in pictures {
      let paths = [picture.origin, picture.thumbnail].compactMap(PicturePath.init(text:))
      sizes[picture.origin] = try paths.reduce(0) { try $0 + (store.picture($1)?.count ?? 0) }
    }
    return sizes
  }
}

extension PictureChoice {
  /// The bytes of the two files, as they count for the vendor.
  ///
  /// - Parameter sizes: those of pictures that stay, by the paths of the originals.
  fileprivate func bytes(of sizes: [String: Int]) -> Int {
    switch self {
    case .kept(let picture): sizes[picture.origin] ?? 0
    case .new(let picture): picture.bytes
    }
  }
}

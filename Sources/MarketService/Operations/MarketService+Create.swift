import MarketWire

extension MarketService {
  /// Responds to `POST /api/products`.
  ///
  /// Pictures are checked and stored before the write lock is taken, so that no writer waits for
  /// the pictures of another one.
  func create(
    _ request: HTTPRequest, base: BaseURL, from client: ClientAddress
  ) throws -> HTTPResponse {
    let operation = try CreateProduct(request: request)
    let vendor = try authenticate(operation.credentials, from: client)
    let keyed = try ReplayedResponses.keyed(
      request, .create, vendor: vendor,
      hash: RequestHash.of(operation.fields, images: operation.images))
    if let keyed {
      let replay = try store.read {
        try ReplayedResponses.replay(keyed, $0, base: base, at: clock())
      }
      if let replay { return replay }
    }
    try requireRoom(for: vendor)
    let (draft, checked) = try checked(operation, of: vendor)
    try requireFreeSpace()

    let now = clock()
    let (staged, pictures) = try stage(checked, of: vendor, at: now)
    var isStored = false
    defer { if !isStored { store.discard(staged) } }
    let response = try writeOnce(keyed, by: vendor, base: base) { writer in
      let product = NewProduct(
        draft, of: try currentVendor(operation.credentials.identifier, writer), at: now,
        removalID: uuids.next(at: now).text, pictures: pictures)
      try configuration.accountLimits?.check(
        try writer.usage(ofVendor: vendor.id), adding: product.bytes, free: nil)
      try writer.adopt(staged)
      return .created(try writer.insert(product))
    }
    // A replay stores no row, so the new files are discarded.
    isStored = response.headers[.idempotencyStatus] == nil
    return response
  }

  /// Stores the files of new pictures, which the caller adopts in a write, or discards.
  func stage(
    _ checked: [CheckedPicture], of vendor: StoredVendor, at date: WireDate
  ) throws -> (StagedPictures, [NewPicture]) {
    let files = CheckedPicture.files(checked, vendor: vendor.id, at: date, names: uuids)
    let staged = try store.stage(files.flatMap { [$0.origin, $0.thumbnail] })
    let pictures = files.map {
      NewPicture(
        origin: $0.origin.path.text, thumbnail: $0.thumbnail.path.text,
        bytes: $0.origin.bytes.count + $0.thumbnail.bytes.count)
    }
    return (staged, pictures)
  }

  private func checked(
    _ operation: CreateProduct, of vendor: StoredVendor
  ) throws -> (ListingRules.Draft, [CheckedPicture]) {
    var rules = ListingRules(enforcesLimits: configuration.enforcesLimits)
    let draft = rules.draft(operation.fields)
    let pictures = try uploads.withAccount(vendor.id) { memory in
      try rules.pictures(operation.images, memory)
    }
    try rules.finish()
    return (draft, pictures)
  }
}

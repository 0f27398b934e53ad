import MarketWire

/// The sample market, so that a new market is not empty, and generated listings for tests.
extension MarketService {
  /// Whether sample shops are in the market.
  public var hasSamples: Bool {
    get throws(ServiceError) { try translated { try store.read { try $0.hasSamples() } } }
  }

  /// Adds the sample shops with their listings.
  ///
  /// The credentials of the shops are discarded.
  ///
  /// - Returns: the number of added listings; 0 if the samples are already there.
  @discardableResult
  public func loadSamples() throws(ServiceError) -> Int {
    let data = try SampleData()
    return try translated {
      if try store.read({ try $0.hasSamples() }) { return 0 }
      let samples = SampleData.pictures().sorted { $0.key < $1.key }
      let now = clock()
      // All listings with the same picture share one file. The shops have no ids yet, and 0 is no
      // vendor's id.
      let files = CheckedPicture.files(samples.map(\.value), vendor: 0, at: now, names: uuids)
      let staged = try store.stage(files.flatMap { [$0.origin, $0.thumbnail] })
      var isStored = false
      defer { if !isStored { store.discard(staged) } }
      let named = zip(samples, files).map { sample, files in
        let (origin, thumbnail) = (files.origin.path.text, files.thumbnail.path.text)
        return (sample.key, NewPicture(origin: origin, thumbnail: thumbnail))
      }
      let paths = Dictionary(named, uniquingKeysWith: { first, _ in first })
      isStored = try store.write { writer in
        // Another process may have loaded the samples in the meantime.
        if try writer.hasSamples() { return false }
        try writer.adopt(staged)
        try insert(data, paths: paths, at: now, writer)
        return true
      }
      return isStored ? data.listings.count : 0
    }
  }

  /// Removes the sample shops and all their listings, including generated ones.
  ///
  /// - Returns: the number of removed listings.
  @discardableResult
  public func clearSamples() throws(ServiceError) -> Int {
    try translated { try store.write { try $0.removeSamples() } }
  }

  /// Adds generated listings of the sample shops, and loads the samples first if necessary.
  ///
  /// The listings are variations of the samples and share their pictures.
  ///
  /// - Returns: the number of added listings, including the samples if they were loaded.
  @discardableResult
  public func addGeneratedListings(count: Int) throws(ServiceError) -> Int {
    let samples = try loadSamples()
    return try translated {
      let models = try store.read { try $0.sampleProducts(limit: 1000) }
      guard let newest = models.map(\.createdAt.milliseconds).max() else { return samples }
      let now = clock().milliseconds
      // The dates are spread over the time since the newest sample, so that higher ids have later
      // dates.
      let step = Double(max(0, now - newest)) / Double(max(1, count))
      var done = 0
      while done < count {
        let next = min(count, done + 25_000)
        // Batches let other writers in between. They are large, because each batch rewrites a large
        // part of every index.
        try store.write { writer in
          try writer.withLargeCache {
            for index in done..<next {
              let date = WireDate(milliseconds: newest + Int64(Double(index + 1) * step))
              _ = try writer.insert(generated(index, from: models[index % models.count], at: date))
            }
          }
        }
        done = next
      }
      return samples + done
    }
  }

  private func insert(
    _ data: SampleData, paths: [String: NewPicture], at now: WireDate, _ writer: any StoreWriter
  ) throws {
    var shops: [String: StoredVendor] = [:]
    for name in data.shops { shops[name] = try insertShop(name, at: now, writer) }
    for listing in data.listings {
      guard let shop = shops[listing.shop] else { continue }
      var rules = ListingRules(enforcesLimits: true)
      let draft = rules.draft(listing.fields)
      try rules.finish()
      let date = WireDate(
        milliseconds: now.milliseconds - Int64(listing.daysAgo * 86_400_000))
      _ = try writer.insert(
        NewProduct(
          draft, of: shop, at: date, removalID: uuids.next(at: date).text,
          pictures: listing.pictures.compactMap { paths[$0] }))
    }
  }

  /// Inserts a shop and discards its credentials.
  ///
  /// If the name is taken, a number is appended.
  private func insertShop(
    _ name: String, at now: WireDate, _ writer: any StoreWriter
  ) throws -> StoredVendor {
    var freeName = name
    var number = 2
    while try writer.vendor(named: freeName) != nil {
      freeName = "\(name) \(number)"
      number += 1
    }
    let hashes = AccountRules.hashes(of: makeCredentials(), random: random)
    return try writer.insertVendor(name: freeName, hashes: hashes, isSample: true, at: now)
  }

  private func generated(_ index: Int, from model: StoredProduct, at date: WireDate) -> NewProduct {
    // The price changes by whole units, so that a KRW price stays an integer.
    let price = model.price + model.price / 10_000 / 20 * 10_000 * Int64(index % 7)
    return NewProduct(
      vendorID: model.vendorID, vendorName: model.vendorName,
      name: "\(model.name.prefix(80)) #\(index + 1)", description: model.description,
      currency: model.currency, price: price, discount: index % 3 == 0 ? model.discount : 0,
      stock: index % 11, createdAt: date, removalID: uuids.next(at: date).text,
      pictures: model.pictures.prefix(1).map {
        NewPicture(origin: $0.origin, thumbnail: $0.thumbnail)
      })
  }
}

extension NewProduct {
  /// A new listing with checked values.
  init(
    _ draft: ListingRules.Draft, of vendor: StoredVendor, at date: WireDate, removalID: String,
    pictures: [NewPicture]
  ) {
    self.init(
      vendorID: vendor.id, vendorName: vendor.name, name: draft.name,
      description: draft.description, currency: draft.currency, price: draft.price,
      discount: draft.discount, stock: draft.stock, createdAt: date, removalID: removalID,
      pictures: pictures)
  }
}

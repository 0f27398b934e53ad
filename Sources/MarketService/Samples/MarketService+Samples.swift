/// Sample listings, so that a new market shows something, and made-up ones for trials.
import MarketStore
import MarketWire

extension MarketService {
  /// Whether sample shops are in the market.
  public var hasSamples: Bool {
    get throws(ServiceError) { try translated { try store.read { try $0.hasSamples() } } }
  }

  /// Adds the sample shops with their listings; nobody can sign in as one of them.
  ///
  /// - Returns: how many listings were added; 0, with nothing done, when there are samples already.
  @discardableResult
  public func loadSamples() throws(ServiceError) -> Int {
    let data = try SampleData()
    return try translated {
      if try store.read({ try $0.hasSamples() }) { return 0 }
      let drawings = SampleData.pictures().sorted { $0.key < $1.key }
      let now = clock()
      // Each drawing is one file for all listings that show it. Shops have no numbers yet, and
      // numbers of vendors begin with 1.
      let shelved = try shelf.put(drawings.map(\.value), vendor: 0, at: now, names: uuids)
      var isStored = false
      defer { isStored ? shelf.settle(shelved) : shelf.discard(shelved) }
      let files = zip(drawings, shelved.pictures).map { drawing, paths in
        (drawing.key, NewPicture(origin: paths.origin.text, thumbnail: paths.thumbnail.text))
      }
      let paths = Dictionary(files, uniquingKeysWith: { first, _ in first })
      isStored = try store.write { writer in
        // Another process may have been faster.
        if try writer.hasSamples() { return false }
        try insert(data, paths: paths, at: now, writer)
        return true
      }
      return isStored ? data.listings.count : 0
    }
  }

  /// Removes the sample shops and all their listings, made-up ones too.
  ///
  /// - Returns: how many listings were removed.
  @discardableResult
  public func clearSamples() throws(ServiceError) -> Int {
    try translated {
      let count = try store.write { try $0.removeSamples() }
      let doomed = try store.read { try $0.filesPendingDeletion() }
      shelf.delete(doomed)
      try store.write { try $0.forget(filesPendingDeletion: doomed) }
      return count
    }
  }

  /// Adds made-up listings of the sample shops straight to the store, for trials; loads the samples
  /// first where there are none. They are variations of the sample listings and share their files.
  ///
  /// - Returns: how many listings were added, the samples among them where they were loaded.
  @discardableResult
  public func addGeneratedListings(count: Int) throws(ServiceError) -> Int {
    let samples = try loadSamples()
    return try translated {
      let models = try store.read { try $0.sampleProducts(limit: 1000) }
      guard let newest = models.map(\.createdAt.milliseconds).max() else { return samples }
      let now = clock().milliseconds
      // Spread over the time since the newest sample, so that newer numbers have later dates.
      let step = Double(max(0, now - newest)) / Double(max(1, count))
      var done = 0
      while done < count {
        let next = min(count, done + 25_000)
        // In pieces, so that other writers get their turn; large ones, since each writes a good part
        // of every index anew.
        try store.write { writer in
          try writer.withLargeCache {
            for index in done..<next {
              let date = WireDate(milliseconds: newest + Int64(Double(index + 1) * step))
              _ = try writer.insert(madeUp(index, of: models[index % models.count], at: date))
            }
          }
        }
        done = next
      }
      return samples + done
    }
  }

  private func insert(
    _ data: SampleData, paths: [String: NewPicture], at now: WireDate, _ writer: StoreWriter
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

  /// A shop whose credentials nobody knows. Where a seller's account has its name, it gets a number.
  private func insertShop(
    _ name: String, at now: WireDate, _ writer: StoreWriter
  ) throws -> StoredVendor {
    var free = name
    var number = 2
    while try writer.vendor(named: free) != nil {
      free = "\(name) \(number)"
      number += 1
    }
    let proof = AccountRules.proof(makeCredentials(), random: random)
    return try writer.insertVendor(name: free, proof: proof, isSample: true, at: now)
  }

  private func madeUp(_ index: Int, of model: StoredProduct, at date: WireDate) -> NewProduct {
    // Prices stay in whole units of the model's, so that KRW stays whole.
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
  /// A listing within the rules, of a vendor, with pictures that are on the shelf.
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

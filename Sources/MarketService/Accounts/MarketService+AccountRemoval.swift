import MarketWire

/// What the operator of a market does to accounts with listings, and the log of it.
extension MarketService {
  /// Disables or enables an account.
  ///
  /// - Parameter hides: whether the listings of a disabled account leave all lists and pages. They
  ///   come back when it is enabled.
  /// - Throws: `.noSuchAccount`, also for an account of the sample market; `.store`.
  public func setAccount(
    name: String, disabled: Bool, hides: Bool = false, reason: String = ""
  ) throws(ServiceError) {
    try write { writer in
      let vendor = try account(name, writer)
      try writer.setDisabled(disabled, ofVendor: vendor.id)
      let isHidden = disabled && (hides || vendor.isHidden)
      if isHidden != vendor.isHidden {
        try writer.setHidden(isHidden, ofVendor: vendor.id)
        // Each listing gets a new revision, so that caches and followers of changes notice.
        try forEachProduct(of: vendor, writer) { try writer.update($0) }
      }
      let action: AccountEvent.Action = !disabled ? .enable : hides ? .hide : .disable
      try record(action, of: vendor.name, reason: reason, in: writer)
    }
  }

  /// Removes an account with all of its listings.
  ///
  /// - Returns: the number of removed listings.
  /// - Throws: `.noSuchAccount`, also for an account of the sample market; `.store`.
  public func removeAccount(name: String, reason: String = "") throws(ServiceError) -> Int {
    try translated {
      try store.write(mayUseReserve: true) { writer in
        let vendor = try account(name, writer)
        var count = 0
        try forEachProduct(of: vendor, writer) { product in
          try writer.remove(product)
          count += 1
        }
        try writer.removeVendor(vendor.id)
        try record(.remove, of: vendor.name, detail: "\(count)", reason: reason, in: writer)
        return count
      }
    }
  }

  /// Removes listings of any shops, or none of them if one does not exist.
  ///
  /// The notes of the market get one line for each removed listing.
  ///
  /// - Throws: `.noSuchListing`, `.store`.
  public func removeListings(
    _ ids: [Int], reason: String
  ) throws(ServiceError) -> [(name: String, shop: String)] {
    try translated {
      let products = try store.write(mayUseReserve: true) { writer in
        try ids.map { id in
          guard let product = try writer.product(id) else { throw ServiceError.noSuchListing(id) }
          try writer.remove(product)
          try record(
            .removeListing, of: product.vendorName, detail: "\(id) \(product.name)",
            reason: reason, in: writer)
          return product
        }
      }
      for product in products {
        let line = JSON.object([
          "removed_at": .string(clock().exactText), "id": .integer(product.id),
          "name": .string(product.name), "vendor_id": .integer(product.vendorID),
          "vendor_name": .string(product.vendorName), "reason": .string(reason),
        ])
        try store.record(line.bytes())
      }
      return products.map { ($0.name, $0.vendorName) }
    }
  }

  /// The last `limit` lines of the account log, oldest first.
  public func accountEvents(limit: Int) throws(ServiceError) -> [AccountEvent] {
    try translated { try store.read { try $0.accountEvents(limit: limit) } }
  }

  /// Adds a line to the account log.
  func record(
    _ action: AccountEvent.Action, of account: String, detail: String = "", reason: String = "",
    in writer: any StoreWriter
  ) throws {
    try writer.record(
      AccountEvent(
        date: clock(), action: action, account: account, detail: detail, reason: reason))
  }

  /// Runs `body` with each listing of a vendor, hidden ones too.
  func forEachProduct(
    of vendor: StoredVendor, _ writer: any StoreWriter, _ body: (StoredProduct) throws -> Void
  ) throws {
    try writer.withLargeCache {
      var last = 0
      while true {
        let products = try writer.products(ofVendor: vendor.id, after: last, limit: 500)
        guard let end = products.last else { return }
        for product in products { try body(product) }
        last = end.id
      }
    }
  }
}

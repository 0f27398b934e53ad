import MarketWire

extension MarketService {
  /// Responds to `PATCH /api/account`.
  ///
  /// A key is not needed: the same request again changes nothing.
  func editShop(_ request: HTTPRequest, from client: ClientAddress) throws -> HTTPResponse {
    let operation = try EditShop(request: request)
    let vendor = try authenticate(operation.credentials, from: client)
    guard operation.hasChanges else {
      return EditShop.response(
        EditShop.Shop(vendor: Vendor(id: vendor.id, name: vendor.name), profile: vendor.profile))
    }
    // Each new name writes all listings of the shop again.
    if configuration.accountLimits != nil {
      let wait = shopEdits.add(of: vendor.id, at: clock().milliseconds, limit: 10)
      if let wait {
        throw ServiceRefusal.tooOften("the account was changed too often", wait: wait)
      }
    }
    do {
      let name = try operation.name.map(newName)
      return try store.write { writer in
        try requireFreeSpace()
        // Another request may have changed the shop in the meantime.
        let current = try currentVendor(operation.credentials.identifier, writer)
        let profile = try current.profile.changed(by: operation)
        if profile != current.profile { try writer.setProfile(profile, ofVendor: current.id) }
        if let name { try rename(current, to: name, writer) }
        let vendor = Vendor(id: current.id, name: name ?? current.name)
        return EditShop.response(EditShop.Shop(vendor: vendor, profile: profile))
      }
    } catch let error as ServiceError {
      throw ServiceRefusal(renaming: error) ?? error
    }
  }
}

extension ShopProfile {
  /// The profile after a request.
  ///
  /// - Throws: 400 for a text that is too long or has control characters.
  fileprivate func changed(by operation: EditShop) throws(ServiceRefusal) -> ShopProfile {
    ShopProfile(
      words: try Self.checked(
        operation.words ?? words, "words", limit: Self.wordsLimit, mayHaveLines: true),
      contact: try Self.checked(
        operation.contact ?? contact, "contact", limit: Self.contactLimit, mayHaveLines: false))
  }

  private static func checked(
    _ text: String, _ member: String, limit: Int, mayHaveLines: Bool
  ) throws(ServiceRefusal) -> String {
    let text = Folding.normalized(text)
    guard text.utf16.count <= limit else {
      throw ServiceRefusal(400, "\(member): at most \(limit) characters")
    }
    let isClean = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.generalCategory != .control || mayHaveLines && scalar == "\n"
    }
    guard isClean else { throw ServiceRefusal(400, "\(member): no control characters") }
    return text.hasVisibleCharacter ? text : ""
  }
}

extension ServiceRefusal {
  /// The refusal of a new name of a shop; nil for other errors.
  fileprivate init?(renaming error: ServiceError) {
    switch error {
    case .nameTaken(let name): self.init(409, "there is already an account named \"\(name)\"")
    case .nameInvalid:
      self.init(
        400,
        "name: an account name has 1 to \(AccountRules.nameLimit) characters, a visible one and no"
          + " control characters")
    case .nameNotInPaths:
      self.init(400, "name: an account name has no / and is not only dots")
    case .nameMixesScripts:
      self.init(400, "name: a word of an account name has letters of one alphabet")
    default: return nil
    }
  }
}

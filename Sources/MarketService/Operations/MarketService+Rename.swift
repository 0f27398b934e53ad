import MarketWire

extension MarketService {
  /// Responds to `PATCH /api/account`.
  ///
  /// A key is not needed: the same name again changes nothing.
  func renameShop(_ request: HTTPRequest, from client: ClientAddress) throws -> HTTPResponse {
    let operation = try RenameShop(request: request)
    let vendor = try authenticate(operation.credentials, from: client)
    // Each rename writes all listings of the shop again.
    if configuration.accountLimits != nil {
      let wait = renames.add(of: vendor.id, at: clock().milliseconds, limit: 10)
      if let wait {
        throw ServiceRefusal.tooOften("the account was renamed too often", wait: wait)
      }
    }
    do {
      let name = try newName(operation.name)
      try store.write { writer in
        try requireFreeSpace()
        // Another request may have renamed the shop in the meantime.
        let found = try writer.vendor(
          identifierHash: AccountRules.hash(of: operation.credentials.identifier))
        guard let current = found?.vendor else { throw ServiceRefusal.wrongCredentials }
        try rename(current, to: name, writer)
      }
      return RenameShop.response(Vendor(id: vendor.id, name: name))
    } catch let error as ServiceError {
      throw ServiceRefusal(renaming: error) ?? error
    }
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
    case .nameMixesScripts:
      self.init(400, "name: a word of an account name has letters of one alphabet")
    default: return nil
    }
  }
}

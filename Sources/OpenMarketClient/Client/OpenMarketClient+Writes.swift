public import MarketWire

// Every write has an idempotency key, so a market with that extension carries it out only once.
extension OpenMarketClient {
  /// Creates a listing.
  ///
  /// - Parameters:
  ///   - fields: The members of the listing; name, description, price and currency are required.
  ///   - images: One to five images in JPEG or PNG, of at most 307,200 bytes each (API 1.5, 7.2).
  ///   - key: The idempotency key, the same if the call is repeated; random if nil.
  ///   - boundary: The multipart boundary; random if nil. A call with the same key and boundary sends
  ///     the same bytes.
  ///   - progress: Called on any thread while bytes are sent and received.
  /// - Throws: ``ClientError``; ``ClientError/Code/outcomeUnknown`` if the listing may exist.
  public func create(
    _ fields: ListingFields, images: [ImageUpload], key: IdempotencyKey? = nil,
    boundary: String? = nil, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ClientError) -> Decoded<Product> {
    let operation = CreateProduct(
      credentials: try signedIn(for: .create), fields: fields, images: images,
      boundary: boundary ?? randomBoundary())
    var call = Call(operation: .create, deadline: deadline(withImages: !images.isEmpty))
    call.hasImages = !images.isEmpty
    call.progress = progress
    return try await write(operation, call, key: key)
  }

  /// Gives a listing other images; its id, its link and everything else stay.
  ///
  /// ```swift
  /// // Keeps the first picture, and adds a new one behind it.
  /// _ = try await client.replaceImages(of: 12, order: [pictures[0].id, nil], images: [photo])
  /// ```
  ///
  /// - Parameters:
  ///   - id: The id of the listing.
  ///   - order: The images that it has afterwards, one to five: each the id of one that it has, or nil
  ///     for the next new one. The first becomes the thumbnail.
  ///   - images: The new images in JPEG or PNG, of at most 307,200 bytes each, one for each nil in
  ///     `order`.
  ///   - key: The idempotency key, the same if the call is repeated; random if nil.
  ///   - boundary: The multipart boundary; random if nil.
  ///   - progress: Called on any thread while bytes are sent and received.
  /// - Returns: the listing with its new images; nil if the market cannot exchange images.
  /// - Throws: ``ClientError``; ``ClientError/Code/outcomeUnknown`` if the change may have happened.
  public func replaceImages(
    of id: Int, order: [Int?], images: [ImageUpload], key: IdempotencyKey? = nil,
    boundary: String? = nil, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ClientError) -> Decoded<Product>? {
    let operation = ReplaceImages(
      id: id, credentials: try signedIn(for: .replaceImages, listing: id), order: order,
      images: images, boundary: boundary ?? randomBoundary())
    var call = Call(
      operation: .replaceImages, deadline: deadline(withImages: !images.isEmpty), listing: id)
    call.hasImages = !images.isEmpty
    call.progress = progress
    let extensions = try await extensions(for: .replaceImages, deadline: call.deadline)
    guard extensions.supports(.photos) else { return nil }
    return try await write(operation, call, key: key)
  }

  private func randomBoundary() -> String {
    "market-" + IdempotencyKey(random: configuration.random).text
  }

  /// Changes members of a listing.
  ///
  /// - Parameters:
  ///   - id: The id of the listing.
  ///   - fields: The new values; members that are nil stay unchanged.
  ///   - key: The idempotency key, the same if the call is repeated; random if nil.
  /// - Throws: ``ClientError``; ``ClientError/Code/outcomeUnknown`` if the edit may have happened.
  public func edit(
    _ id: Int, _ fields: ListingFields, key: IdempotencyKey? = nil
  ) async throws(ClientError) -> Decoded<Product> {
    let operation = EditProduct(
      id: id, credentials: try signedIn(for: .edit, listing: id), fields: fields)
    return try await write(
      operation, Call(operation: .edit, deadline: deadline(), listing: id), key: key)
  }

  /// Removes a listing, with two requests: one for its removal path and one to remove it.
  ///
  /// - Parameters:
  ///   - id: The id of the listing.
  ///   - key: The idempotency key of the second request, the same if the call is repeated; random if
  ///     nil.
  /// - Throws: ``ClientError``; ``ClientError/Code/outcomeUnknown`` if the listing may be removed.
  public func remove(
    _ id: Int, key: IdempotencyKey? = nil
  ) async throws(ClientError) -> Decoded<Product> {
    let deadline = deadline()
    let path = try await removalPath(of: id, deadline: deadline)
    return try await remove(path, listing: id, key: key, deadline: deadline)
  }

  /// Returns the path that removes a listing; this changes nothing and is repeated like a read.
  public func removalPath(of id: Int) async throws(ClientError) -> RemovalPath {
    try await removalPath(of: id, deadline: deadline())
  }

  /// Removes the listing of a removal path.
  ///
  /// ```swift
  /// // The first of the two requests of a removal asks for a path, the second one removes.
  /// let path = try await client.removalPath(of: 12)
  /// _ = try await client.remove(path, listing: 12)
  /// ```
  ///
  /// - Parameters:
  ///   - path: The result of ``removalPath(of:)``.
  ///   - id: The id of the listing, only for errors.
  ///   - key: The idempotency key, the same if the call is repeated; random if nil.
  /// - Throws: ``ClientError``; ``ClientError/Code/outcomeUnknown`` if the listing may be removed.
  public func remove(
    _ path: RemovalPath, listing id: Int? = nil, key: IdempotencyKey? = nil
  ) async throws(ClientError) -> Decoded<Product> {
    try await remove(path, listing: id, key: key, deadline: deadline())
  }

  /// Renames the shop of the credentials.
  ///
  /// Doing it again changes nothing, so it is repeated like a read.
  ///
  /// - Returns: the shop with its new name as stored; nil if the market cannot rename shops.
  /// - Throws: ``ClientError``; ``ClientError/Code/invalid`` if the name is taken or not allowed.
  public func renameShop(to name: String) async throws(ClientError) -> Vendor? {
    let operation = EditShop(name: name, credentials: try signedIn(for: .other))
    return try await edit(operation, with: .rename)?.vendor
  }

  /// Changes what the shop of the credentials says about itself, and returns it; without a change, it
  /// only returns it.
  ///
  /// ```swift
  /// if let profile = try await client.editProfile(words: "Bowls of oak.", contact: "oak@example.com") {
  ///   print(profile.contact)
  /// }
  /// ```
  ///
  /// Doing it again changes nothing, so it is repeated like a read.
  ///
  /// - Parameters:
  ///   - words: A few words, at most `ShopProfile.wordsLimit`; empty for none, nil to keep them.
  ///   - contact: A URL, an address of mail or a name in a messenger, at most
  ///     `ShopProfile.contactLimit`; empty for none, nil to keep it.
  /// - Returns: the profile as stored; nil if the market has no profiles.
  /// - Throws: ``ClientError``; ``ClientError/Code/invalid`` if a text is too long or not allowed.
  public func editProfile(
    words: String? = nil, contact: String? = nil
  ) async throws(ClientError) -> ShopProfile? {
    let operation = EditShop(
      words: words, contact: contact, credentials: try signedIn(for: .other))
    return try await edit(operation, with: .profile)?.profile
  }

  /// Returns the shop of the credentials as the market knows it.
  ///
  /// - Returns: its number and name; nil if the market has no profiles.
  package func ownShop() async throws(ClientError) -> Vendor? {
    try await edit(EditShop(credentials: try signedIn(for: .other)), with: .profile)?.vendor
  }

  private func edit(
    _ operation: EditShop, with needed: MarketExtension
  ) async throws(ClientError) -> EditShop.Shop? {
    let call = Call(operation: .other, deadline: deadline())
    let extensions = try await extensions(for: .other, deadline: call.deadline)
    guard extensions.supports(needed) else { return nil }
    return try await output(of: operation, call).value
  }

  private func removalPath(
    of id: Int, deadline: Duration
  ) async throws(ClientError) -> RemovalPath {
    let operation = FindRemovalPath(
      id: id, credentials: try signedIn(for: .findRemovalPath, listing: id))
    return try await output(
      of: operation, Call(operation: .findRemovalPath, deadline: deadline, listing: id)
    ).value
  }

  private func remove(
    _ path: RemovalPath, listing id: Int?, key: IdempotencyKey?, deadline: Duration
  ) async throws(ClientError) -> Decoded<Product> {
    let operation = RemoveProduct(
      path: path, identifier: try signedIn(for: .remove, listing: id).identifier)
    var call = Call(operation: .remove, deadline: deadline, listing: id)
    call.removalPath = path
    return try await write(operation, call, key: key)
  }

  private func write<Operation: MarketOperation>(
    _ operation: Operation, _ call: Call, key: IdempotencyKey?
  ) async throws(ClientError) -> Decoded<Operation.Output> {
    var call = call
    call.key = key ?? IdempotencyKey(random: configuration.random)
    let extensions = try await extensions(for: call.operation, deadline: call.deadline)
    call.retrySafety = extensions.honorsKeys ? .withKey : .onlyIfUnsent
    return try await output(of: operation, call)
  }

  private func signedIn(
    for operation: ClientError.Operation, listing: Int? = nil
  ) throws(ClientError) -> Credentials {
    guard let credentials else {
      throw ClientError(.notSignedIn, operation: operation, listing: listing)
    }
    return credentials
  }
}

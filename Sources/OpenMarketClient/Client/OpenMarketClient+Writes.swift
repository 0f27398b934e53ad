/// The calls that change something. Each carries a key, so that a market that honors keys does it
/// once.
public import MarketWire

extension OpenMarketClient {
  /// Makes a listing.
  ///
  /// - Parameters:
  ///   - images: 1 to 5 JPEG or PNG pictures of at most 307,200 bytes (API 1.5).
  ///   - key: the same for the same listing on every call; a random one if nil.
  ///   - boundary: parts the body; a random one if nil. With the same key and boundary the body is
  ///     the same to the byte.
  /// - Throws: ``ClientError/Code/outcomeUnknown`` where the listing may have been made.
  public func create(
    _ fields: ListingFields, images: [ImageUpload], key: IdempotencyKey? = nil,
    boundary: String? = nil, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ClientError) -> Decoded<Product> {
    let credentials = try signedIn(for: .create)
    let operation = CreateProduct(
      credentials: credentials, fields: fields, images: images,
      boundary: boundary ?? "market-" + IdempotencyKey(random: configuration.random).text)
    var call = Call(operation: .create, deadline: deadline(withImages: !images.isEmpty))
    call.hasImages = !images.isEmpty
    call.progress = progress
    return try await write(operation, call, key: key)
  }

  /// Changes what `fields` says of a listing; the rest is left alone.
  public func edit(
    _ id: Int, _ fields: ListingFields, key: IdempotencyKey? = nil
  ) async throws(ClientError) -> Decoded<Product> {
    let operation = EditProduct(
      id: id, credentials: try signedIn(for: .edit, listing: id), fields: fields)
    return try await write(
      operation, Call(operation: .edit, deadline: deadline(), listing: id), key: key)
  }

  /// Removes a listing: asks for its removal path, then removes it.
  public func remove(
    _ id: Int, key: IdempotencyKey? = nil
  ) async throws(ClientError) -> Decoded<Product> {
    let deadline = deadline()
    let path = try await removalPath(of: id, deadline: deadline)
    return try await remove(path, listing: id, key: key, deadline: deadline)
  }

  /// The path that removes a listing; changes nothing, so it is repeated like a read.
  public func removalPath(of id: Int) async throws(ClientError) -> RemovalPath {
    try await removalPath(of: id, deadline: deadline())
  }

  /// Removes the listing that a removal path stands for.
  public func remove(
    _ path: RemovalPath, listing id: Int? = nil, key: IdempotencyKey? = nil
  ) async throws(ClientError) -> Decoded<Product> {
    try await remove(path, listing: id, key: key, deadline: deadline())
  }

  private func removalPath(
    of id: Int, deadline: Duration
  ) async throws(ClientError) -> RemovalPath {
    let operation = FindRemovalPath(
      id: id, credentials: try signedIn(for: .findRemovalPath, listing: id))
    return try await answer(
      to: operation, Call(operation: .findRemovalPath, deadline: deadline, listing: id)
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
    return try await answer(to: operation, call)
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

import Digest
package import MarketWire
package import OpenMarketClient
import Synchronization

/// The last response or error of each step of a batch, for what is shown of it.
package final class StepResults: Sendable {
  private struct State {
    var products: [Int: Product] = [:]
    var errors: [Int: ClientError] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// The listing in the response to a step.
  package func product(ofStep number: Int) -> Product? { state.withLock { $0.products[number] } }

  /// Why the last request of a step failed.
  package func error(ofStep number: Int) -> ClientError? { state.withLock { $0.errors[number] } }

  /// Forgets a step that has been shown.
  package func forget(step number: Int) {
    state.withLock { state in
      state.products[number] = nil
      state.errors[number] = nil
    }
  }

  func remember(_ product: Product, step number: Int) {
    state.withLock { $0.products[number] = product }
  }

  func remember(_ error: ClientError, step number: Int) {
    state.withLock { $0.errors[number] = error }
  }
}

/// The market of a client, for a batch. The batch repeats requests itself, so the client must not:
/// its retry policy is ``RetryPolicy/never``.
package struct ClientBatchMarket: BatchMarket {
  /// The most pages that a look-up reads, for a market whose list does not end.
  private static let lookUpLimit = 300

  private let client: OpenMarketClient
  private let salt: String
  /// Whether a listing is one of the seller's own.
  private let isOwn: @Sendable (Product) -> Bool
  /// The bytes of a prepared photo, by its digest.
  private let photo: @Sendable (String) throws -> [UInt8]
  package let results = StepResults()

  /// - Parameter salt: the salt of the batch, from which keys and boundaries derive.
  package init(
    _ client: OpenMarketClient, salt: String, isOwn: @escaping @Sendable (Product) -> Bool,
    photo: @escaping @Sendable (String) throws -> [UInt8]
  ) {
    self.client = client
    self.salt = salt
    self.isOwn = isOwn
    self.photo = photo
  }

  package func highestID() async -> Int? {
    guard let page = try? await client.products(page: 1, perPage: 20).value else { return nil }
    return page.products.map(\.id).max() ?? 0
  }

  package func send(_ step: BatchStep, listing: Int?) async -> StepAnswer {
    let key = key(of: step, listing)
    do throws(ClientError) {
      let product: Product
      switch step.change {
      case .create(let fields, let photos):
        let images = uploads(photos)
        guard images.count == photos.count else { return changed(photos, images) }
        product = try await client.create(
          fields, images: images, key: key, boundary: key.map { "market-" + $0.text }
        ).value
      case .edit(_, _, let fields):
        product = try await client.edit(listing ?? 0, fields, key: key).value
      case .setPhotos(_, _, let order, let photos, _):
        let images = uploads(photos)
        guard images.count == photos.count else { return changed(photos, images) }
        let answer = try await client.replaceImages(
          of: listing ?? 0, order: order, images: images, key: key,
          boundary: key.map { "market-" + $0.text })
        guard let answer else { return .refused(status: nil, message: nil) }
        product = answer.value
      case .chooseThumbnail(_, let photo):
        product = try await choose(photo, of: listing ?? 0, key: key)
      case .remove:
        product = try await client.remove(listing ?? 0, key: key).value
      }
      results.remember(product, step: step.number)
      let isExchange = if case .setPhotos = step.change { true } else { false }
      return .accepted(
        listing: product.id, photoIDs: isExchange ? ListingContent(product).photoIDs : nil)
    } catch {
      results.remember(error, step: step.number)
      return StepAnswer(error)
    }
  }

  private func changed(_ photos: [StepPhoto], _ read: [ImageUpload]) -> StepAnswer {
    .photoChanged(filename: photos[read.count].filename)
  }

  private func choose(
    _ photo: Int, of listing: Int, key: IdempotencyKey?
  ) async throws(ClientError) -> Product {
    let product = try await client.product(listing).value
    guard let pictures = product.pictures, pictures.indices.contains(photo - 1),
      let id = pictures[photo - 1].id
    else { return product }
    return try await client.edit(listing, ListingFields(thumbnailID: id), key: key).value
  }

  /// The listing that a step without a response is about; nil if it cannot be read.
  package func product(_ listing: Int) async -> Product? {
    try? await client.product(listing).value
  }

  package func read(_ listing: Int) async -> TargetReading {
    do throws(ClientError) {
      return .listing(ListingContent(try await client.product(listing).value))
    } catch {
      return error.code == .notFound && error.message != nil ? .gone : .failed
    }
  }

  package func ownListings(above id: Int) async -> [Candidate]? {
    var candidates: [Candidate] = []
    var paging = PaginationState(above: id)
    var step = PaginationStep.read(1)
    var pages = 0
    do throws(ClientError) {
      while case .read(let number) = step, pages < Self.lookUpLimit {
        let page = try await client.products(page: number, perPage: 100).value
        let taken = paging.take(page, number: number)
        for row in taken.rows where isOwn(row) {
          // A row has no description and no photos.
          let product = try await client.product(row.id).value
          candidates.append(Candidate(id: row.id, content: ListingContent(product)))
        }
        step = taken.next
        pages += 1
      }
    } catch {
      return nil
    }
    return step == .end ? candidates : nil
  }

  /// The same key for the same request, in every attempt.
  private func key(of step: BatchStep, _ listing: Int?) -> IdempotencyKey? {
    let text = "\(salt) \(step.number) \(listing ?? 0) \(step.keyText)"
    return IdempotencyKey(String(Digest.hex(Digest.sha256(text)).prefix(32)))
  }

  /// The photos of a step, up to the first one that cannot be read as it was planned.
  private func uploads(_ photos: [StepPhoto]) -> [ImageUpload] {
    var images: [ImageUpload] = []
    for file in photos {
      guard let bytes = try? photo(file.digest) else { break }
      images.append(
        ImageUpload(filename: file.filename, mediaType: file.mediaType, bytes: bytes[...]))
    }
    return images
  }
}

extension BatchStep {
  /// The content of the request, for its key.
  var keyText: String {
    switch change {
    case .create(let fields, let photos): "create \(fields.journalText) \(photos.journalText)"
    case .edit(_, _, let fields): "edit \(fields.journalText)"
    case .setPhotos(_, _, let order, let photos, _):
      "photos \(order.journalText) \(photos.journalText)"
    case .chooseThumbnail(_, let photo): "thumbnail \(photo)"
    case .remove: "remove"
    }
  }
}

extension StepAnswer {
  /// What an error says about the request.
  init(_ error: ClientError) {
    switch error.code {
    case .notAuthorized, .notSignedIn: self = .notAuthorized
    case .outcomeUnknown:
      self = .unclear(sawEnd: error.cause != .timedOut, status: error.status)
    case .tooManyRequests: self = .busy(retryAfter: error.retryAfter ?? .seconds(1))
    case .marketFailed where error.retryAfter != nil:
      self = .busy(retryAfter: error.retryAfter ?? .seconds(1))
    case .cancelled: self = .notSent
    case .connectionRefused, .hostNotFound, .hostUnreachable, .tlsFailed, .connectionLost,
      .timedOut:
      self = error.status == nil ? .notSent : .unclear(sawEnd: true, status: error.status)
    case .marketFailed where error.mayHaveHappened:
      self = .unclear(sawEnd: true, status: error.status)
    default: self = .refused(status: error.status, message: error.message ?? error.detail)
    }
  }
}

extension ClientError {
  /// Whether a market that failed may have carried out the request. A proxy answers 503, too.
  fileprivate var mayHaveHappened: Bool {
    guard let status, status != 503 else { return true }
    return RetryPolicy.leavesOutcomeUnknown(status: status)
  }
}

import Base
package import Batches
import Foundation
import MarketWire
import OpenMarketClient
package import SellerSession
import Synchronization

/// The steps of a plan while it is being made. Their photos are files in the folder of the batch.
package struct BatchDraft: Sendable {
  package let salt: String
  package let folder: BatchFolder
  package private(set) var steps: [BatchStep] = []
  /// The changes, each with the number of its head.
  package private(set) var changes = ChangeList()
  private var hasPhotos = false

  package init(in environment: Environment) {
    let random = environment.client.random
    salt = String(random(), radix: 36) + String(random(), radix: 36)
    folder = BatchFolder(root: environment.paths.batches, salt: salt)
  }

  /// Makes room for a number of changes, so that the arrays of a long file need not grow.
  package mutating func reserve(_ count: Int) {
    steps.reserveCapacity(count)
    changes.reserveCapacity(count)
  }

  /// The number of the next step.
  package var nextNumber: Int { changes.stepCount + 1 }

  /// Adds a change and stores its photos. Blocks.
  ///
  /// - Parameter line: the line of the file that it comes from.
  package mutating func append(_ change: PlannedChange, line: Int? = nil) throws(JournalError) {
    append(change, photos: try folder.store(photosOf: change), line: line)
  }

  /// Adds a change whose photos are stored.
  package mutating func append(_ change: PlannedChange, photos: [StepPhoto], line: Int?) {
    let head = nextNumber
    if !photos.isEmpty { hasPhotos = true }
    for (offset, request) in change.requests.enumerated() {
      switch request {
      case .create(_, let photos), .remove(_, _, let photos), .setPhotos(_, _, _, _, let photos):
        if !photos.isEmpty { hasPhotos = true }
      case .edit, .chooseThumbnail: break
      }
      steps.append(
        BatchStep(
          head + offset, line: line, partOf: offset == 0 ? nil : head,
          request.resolved(head: head, photos: photos), code: offset == 0 ? change.code : nil,
          undoes: change.undoes.indices.contains(offset) ? change.undoes[offset] : nil))
    }
    var shown = change
    shown.photos = []
    changes.append(shown, head: head)
  }

  /// Adds a change of a dry run, which stores nothing and has no steps.
  package mutating func skip(_ change: PlannedChange) {
    changes.append(change, head: nextNumber)
  }

  /// Makes the photos durable. Blocks.
  package func sync() throws(JournalError) {
    if hasPhotos { try folder.sync() }
  }
}

extension BatchFolder {
  fileprivate static let threads = ThreadPool(limit: 2)

  /// Stores the photos of changes.
  package func storePhotos(
    of changes: [PlannedChange]
  ) async throws(JournalError) -> [[StepPhoto]] {
    let known = changes.compactMap(stored)
    if known.count == changes.count { return known }
    return try await Self.threads.perform { () throws(JournalError) in
      var photos: [[StepPhoto]] = []
      for change in changes { photos.append(try store(photosOf: change)) }
      return photos
    }
  }

  /// Stores each photo that is prepared, on the thread that prepared it, so that planning need not wait.
  ///
  /// A photo that cannot be stored is stored again with its change, which reports the error.
  package func storePhotos(preparedBy preparer: PhotoPreparer) {
    let created = Mutex(false)
    preparer.onReady { photo in
      // Only once, because the folder may have been deleted with the plan since then.
      let creates = created.withLock { created in
        defer { created = true }
        return !created
      }
      if creates { try? create() }
      try? add(photo)
    }
  }

  /// Stores a photo, unless the folder was deleted.
  private func add(_ photo: ListingPhoto) throws(JournalError) {
    if let file = photo.file, link(file, digest: photo.digest) { return }
    try write(Array(photo.upload.bytes), digest: photo.digest)
  }

  /// The photos of a change, if all are stored.
  private func stored(_ change: PlannedChange) -> [StepPhoto]? {
    guard change.source == nil, change.photos.allSatisfy({ has($0.digest) }) else { return nil }
    return change.photos.map(StepPhoto.init)
  }

  /// Stores the photos of a new listing. Blocks.
  package func store(photosOf change: PlannedChange) throws(JournalError) -> [StepPhoto] {
    var photos: [StepPhoto] = []
    for photo in change.photos {
      if !has(photo.digest) {
        try create()
        try add(photo)
      }
      photos.append(StepPhoto(photo))
    }
    if let source = change.source {
      for copy in change.copies {
        try adopt(copy, from: source)
        photos.append(copy)
      }
    }
    return photos
  }
}

extension StepPhoto {
  fileprivate init(_ photo: ListingPhoto) {
    self.init(
      digest: photo.digest, filename: photo.upload.filename, mediaType: photo.upload.mediaType)
  }
}

extension BatchStep.Change {
  /// The request with its photos, and with the numbers of steps instead of the ids of planned listings.
  fileprivate func resolved(head: Int, photos: [StepPhoto]) -> BatchStep.Change {
    func target(_ target: StepTarget) -> StepTarget {
      switch target {
      case .step(0): .step(head)
      case .listing(let id) where id < 0: .step(-id)
      default: target
      }
    }
    return switch self {
    case .create(let fields, let known): .create(fields, photos: known + photos)
    case .edit(let listing, let before, let after):
      .edit(target(listing), before: before, after: after)
    case .setPhotos(let listing, let before, let order, let known, let copies):
      .setPhotos(
        target(listing), before: before, order: order, photos: known + photos, copies: copies)
    case .chooseThumbnail(let listing, let photo): .chooseThumbnail(target(listing), photo: photo)
    case .remove(let listing, let before, let copies):
      .remove(target(listing), before: before, photos: copies)
    }
  }
}

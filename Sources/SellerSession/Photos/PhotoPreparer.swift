package import Base
import CommandLanguage
import Digest
package import DiskCache
package import Formatting
import Foundation
package import MarketWire
package import Messages
package import Photos
import Synchronization

/// A photo that is ready to be sent.
package struct ListingPhoto: Sendable {
  package let upload: ImageUpload
  /// The SHA-256 of the bytes in hexadecimal digits.
  package let digest: String
  /// The path of the file with the same bytes; nil if the photo was changed, or is no file.
  package let file: String?
  /// One line about the bytes that are sent, whether or not the photo was changed.
  package let summary: Message

  /// - Parameters:
  ///   - digest: the SHA-256 of the bytes, if it is known.
  ///   - file: the path of the file with the same bytes.
  package init(
    upload: ImageUpload, summary: Message, digest: String? = nil, file: String? = nil
  ) {
    self.upload = upload
    self.digest = digest ?? Digest.hex(Digest.sha256(upload.bytes))
    self.file = file
    self.summary = summary
  }
}

extension [ListingPhoto] {
  /// One line about each photo, which says so if an earlier one is the same.
  package var summaries: [Message] {
    indices.map { index in
      let photo = self[index]
      let first = self[..<index].firstIndex { $0.digest == photo.digest }
      return first.map { "\(photo.summary), the same as photo \($0 + 1)" } ?? photo.summary
    }
  }
}

/// Why a photo cannot be sent.
package struct PhotoFault: ReportedError {
  /// The path as the seller typed it.
  package let path: String
  package let reason: Message

  package func report(at market: MarketProfile?) -> ErrorReport {
    ErrorReport("\(path): \(reason)", at: path, exitCode: .usage)
  }
}

/// Prepares photos in parallel, off the thread pool of Swift concurrency.
///
/// A batch plans one listing while the photos of the next ones are being prepared. Turns separate
/// them: work started for a command is only available in that command's turn, and the unused rest is
/// discarded, so that a file that has changed since is read again.
package final class PhotoPreparer: Sendable {
  package typealias Outcome = Result<ListingPhoto, PhotoFault>

  /// A file and how to prepare it.
  package struct Request: Hashable, Sendable {
    package let file: String
    /// The path as the seller typed it.
    package let path: String
    package let isSentAsItIs: Bool
    /// The color behind transparent parts.
    package let background: RGBColor

    package init(
      file: String, path: String, isSentAsItIs: Bool, background: RGBColor
    ) {
      self.file = file
      self.path = path
      self.isSentAsItIs = isSentAsItIs
      self.background = background
    }
  }

  /// The photos of a command; a photo may be named several times.
  private typealias Turn = [Request: [PendingValue<Outcome>]]

  private struct State {
    /// The running command.
    var current: Turn = [:]
    /// The commands after it.
    var next: [Turn] = []
    /// What is done with a photo on its thread as soon as it is ready.
    var onReady: (@Sendable (ListingPhoto) -> Void)?
  }

  /// How many commands ahead photos are prepared: enough to keep all threads busy.
  package static let turnsAhead = 4

  private let state = Mutex(State())
  /// Listings that differ only in size or color often share a photo.
  private let prepared = PreparationCache()
  private let budget = MemoryBudget()
  /// More threads than cores would only use more memory. Reading their number takes a moment, which
  /// a session without photos can save.
  private static let workers = ThreadPool(limit: ProcessInfo.processInfo.activeProcessorCount)

  /// The cache that lasts from one process to the next.
  private let disk: @Sendable () -> DiskCache

  package init(disk: @escaping @Sendable () -> DiskCache) {
    self.disk = disk
  }

  /// Prepares a photo that belongs to no listing.
  package func prepare(_ request: Request) async -> Result<PreparedPhoto, PhotoFault> {
    await Self.workers.perform { [prepared, disk = disk(), budget] in
      Result { () throws(PhotoFault) in
        var digest: String?
        return try PreparedPhoto(request, prepared, disk, budget, digest: &digest)
      }
    }
  }

  /// Starts to prepare a photo for an upcoming command.
  ///
  /// - Parameter turns: the number of turns until that command, at least 1.
  package func begin(_ request: Request, turns: Int = 1) {
    let task = task(request)
    state.withLock { state in
      while state.next.count < turns { state.next.append([:]) }
      state.next[turns - 1][request, default: []].append(task)
    }
  }

  /// Calls a function with each photo that is prepared, on its thread, until ``discard()``.
  package func onReady(_ body: @escaping @Sendable (ListingPhoto) -> Void) {
    state.withLock { $0.onReady = body }
  }

  /// Starts the next command's turn.
  package func turn() {
    state.withLock { state in
      state.current = state.next.isEmpty ? [:] : state.next.removeFirst()
    }
  }

  /// Discards what was prepared for commands that did not start.
  package func discard() {
    state.withLock { $0 = State() }
  }

  /// The number of photos that were started ahead and not taken yet.
  package var begun: Int {
    state.withLock { state in
      ([state.current] + state.next).joined().reduce(0) { $0 + $1.value.count }
    }
  }

  /// The preparation of a photo: the one started ahead, otherwise a new one.
  package func take(_ request: Request) -> PendingValue<Outcome> {
    let ahead = state.withLock { state in
      state.current[request]?.isEmpty == false ? state.current[request]?.removeFirst() : nil
    }
    return ahead ?? task(request)
  }

  private func task(_ request: Request) -> PendingValue<Outcome> {
    let onReady = state.withLock(\.onReady)
    return Self.workers.begin { [prepared, disk = disk(), budget] in
      let outcome = Result { () throws(PhotoFault) in
        try ListingPhoto(request, prepared, disk, budget)
      }
      if let onReady, case .success(let photo) = outcome { onReady(photo) }
      return outcome
    }
  }
}

extension ListingPhoto {
  /// Reads the file and fits it to the limits; blocks.
  fileprivate init(
    _ request: PhotoPreparer.Request, _ prepared: PreparationCache, _ disk: DiskCache,
    _ budget: MemoryBudget
  ) throws(PhotoFault) {
    let name = request.path.split(separator: "/").last.map(String.init) ?? request.path
    guard request.isSentAsItIs else {
      var digest: String?
      let photo = try PreparedPhoto(request, prepared, disk, budget, digest: &digest)
      self.init(
        photo, name: name, digest: photo.isUntouched ? digest : nil,
        file: photo.isUntouched ? request.file : nil)
      return
    }
    do {
      try self.init(try PhotoFile.read(request.file), name: name, file: request.file)
    } catch {
      throw PhotoFault(error, path: request.path)
    }
  }

  private init(_ photo: PreparedPhoto, name: String, digest: String?, file: String?) {
    let summary = Message.list([photo.summary(name: name)] + photo.warnings.map(\.message))
    self.init(
      upload: ImageUpload(
        filename: name, mediaType: photo.format.mediaType, bytes: photo.bytes[...]),
      summary: summary, digest: digest, file: file)
  }

  /// A photo that is sent unchanged, if it is within the limits.
  private init(_ bytes: [UInt8], name: String, file: String) throws(PhotoError) {
    let header = try PhotoHeader.read(bytes)
    guard bytes.count <= ListingLimits.imageBytes else {
      throw .cannotFit(bytes: bytes.count, limit: ListingLimits.imageBytes)
    }
    let size: Message =
      "\(header.uprightWidth)×\(header.uprightHeight) \(Message.byteCount(bytes.count))"
    self.init(
      upload: ImageUpload(filename: name, mediaType: header.mediaType, bytes: bytes[...]),
      summary: "\(name)  \(size), sent unchanged", file: file)
  }
}

extension PreparedPhoto {
  /// Reads the file and fits it to the limits, when the memory budget allows; blocks.
  ///
  /// - Parameter digest: is set to the digest of the file.
  fileprivate init(
    _ request: PhotoPreparer.Request, _ prepared: PreparationCache, _ disk: DiskCache,
    _ budget: MemoryBudget, digest: inout String?
  ) throws(PhotoFault) {
    var settings = PreparationSettings.standard
    settings.background = request.background
    do {
      self = try budget.withPhoto(request.file, settings: settings) { bytes in
        let known = Digest.hex(Digest.sha256(bytes))
        digest = known
        return try prepared.prepare(bytes, digest: known, settings: settings, disk: disk)
      }
    } catch {
      throw PhotoFault(error, path: request.path)
    }
  }
}

extension PhotoFault {
  fileprivate init(_ error: any Error, path: String) {
    let reason: Message =
      switch error {
      case let error as PhotoFileError: error.message(of: path)
      case let error as PhotoError: error.message
      default: "\("\(error)" as String)"
      }
    self.init(path: path, reason: reason)
  }
}

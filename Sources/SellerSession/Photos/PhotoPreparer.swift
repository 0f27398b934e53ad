/// Where photos are made ready, some of them before they are asked for.
import CommandLanguage
package import DiskCache
import Foundation
package import MarketWire
import OpenMarketClient
package import Photos
import Synchronization
package import TerminalKit
import Threads

/// A photo that is ready to be sent.
package struct ListingPhoto: Sendable {
  package let upload: ImageUpload
  /// One line on what goes out, whether or not something was done to it.
  package let summary: String
  /// Whether what goes out are other bytes than those in the file.
  package let isOther: Bool
}

/// Why a photo cannot be sent.
package struct PhotoFault: Error {
  package let fault: ListingFault
}

/// Prepares photos side by side, away from the threads that async code shares.
///
/// A batch sends one listing while the photos of the next are being prepared. Its turns keep the
/// two apart: what was begun for a command is handed out in its turn only, and what it did not take
/// is let go, so that a file that has changed since is read again.
package final class PhotoPreparer: Sendable {
  package typealias Outcome = Result<ListingPhoto, PhotoFault>

  /// A file and what is to be done with it.
  package struct Request: Hashable, Sendable {
    package let file: String
    /// The path as the seller wrote it.
    package let path: String
    package let isSentAsItIs: Bool
    /// What transparent parts are laid on.
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

  private struct State {
    /// For the command that runs; a photo may be named several times.
    var current: [Request: [Task<Outcome, Never>]] = [:]
    /// For the command after it.
    var next: [Request: [Task<Outcome, Never>]] = [:]
  }

  private let state = Mutex(State())
  /// One photo in many listings is usual where a thing comes in sizes or colors.
  private let prepared = PreparationCache()
  private let budget = MemoryBudget()
  /// More threads than cores would only take more memory. Asking for their number takes a moment
  /// that a session without photos need not wait for.
  private static let workers = ThreadPool(limit: ProcessInfo.processInfo.activeProcessorCount)

  /// Prepares a photo for its own sake, not for a listing.
  ///
  /// - Parameter disk: where it is kept from one process to the next.
  package func prepare(
    _ request: Request, disk: DiskCache
  ) async -> Result<PreparedPhoto, PhotoFault> {
    await Self.workers.perform { [prepared, budget] in
      Result { () throws(PhotoFault) in try PreparedPhoto(request, prepared, disk, budget) }
    }
  }

  /// Begins with a photo that the next command will ask for.
  package func begin(_ request: Request, disk: DiskCache) {
    let task = task(request, disk)
    state.withLock { $0.next[request, default: []].append(task) }
  }

  /// The next command's turn has come, or the batch is over.
  package func turn() {
    state.withLock { state in
      state.current = state.next
      state.next = [:]
    }
  }

  /// Photos that were begun ahead and not taken yet.
  package var begun: Int {
    state.withLock { state in
      [state.current, state.next].joined().reduce(0) { $0 + $1.value.count }
    }
  }

  /// The work on a photo: what was begun ahead for it, else begun now.
  package func take(_ request: Request, disk: DiskCache) -> Task<Outcome, Never> {
    let ahead = state.withLock { state in
      state.current[request]?.isEmpty == false ? state.current[request]?.removeFirst() : nil
    }
    return ahead ?? task(request, disk)
  }

  private func task(_ request: Request, _ disk: DiskCache) -> Task<Outcome, Never> {
    Task { [prepared, budget] in
      await Self.workers.perform {
        Result { () throws(PhotoFault) in try ListingPhoto(request, prepared, disk, budget) }
      }
    }
  }
}

extension ListingPhoto {
  /// Reads the file and makes it fit; blocks.
  fileprivate init(
    _ request: PhotoPreparer.Request, _ prepared: PreparationCache, _ disk: DiskCache,
    _ budget: MemoryBudget
  ) throws(PhotoFault) {
    let name = request.path.split(separator: "/").last.map(String.init) ?? request.path
    guard request.isSentAsItIs else {
      self.init(try PreparedPhoto(request, prepared, disk, budget), name: name)
      return
    }
    do {
      try self.init(try PhotoFile.read(request.file), name: name)
    } catch {
      throw PhotoFault(error, path: request.path)
    }
  }

  private init(_ photo: PreparedPhoto, name: String) {
    let warnings = photo.warnings.map { ", " + PhotoText.words($0) }.joined()
    let summary = photo.summary(name: name) + warnings
    self.init(
      upload: ImageUpload(
        filename: name, mediaType: photo.format.mediaType, bytes: photo.bytes[...]),
      summary: summary, isOther: !photo.isUntouched)
  }

  /// A photo that is sent as it is, if it is within the limits.
  private init(_ bytes: [UInt8], name: String) throws(PhotoError) {
    let header = try PhotoHeader.read(bytes)
    guard bytes.count <= ListingLimits.imageBytes else {
      throw .cannotFit(bytes: bytes.count, limit: ListingLimits.imageBytes)
    }
    let size = "\(header.uprightWidth)×\(header.uprightHeight) \(ByteText.words(bytes.count))"
    self.init(
      upload: ImageUpload(filename: name, mediaType: header.mediaType, bytes: bytes[...]),
      summary: "\(name)  \(size), sent as it is", isOther: false)
  }
}

extension PreparedPhoto {
  /// Reads the file and makes it fit, when there is room for that; blocks.
  fileprivate init(
    _ request: PhotoPreparer.Request, _ prepared: PreparationCache, _ disk: DiskCache,
    _ budget: MemoryBudget
  ) throws(PhotoFault) {
    var settings = PreparationSettings.standard
    settings.background = request.background
    do {
      self = try budget.withPhoto(request.file, settings: settings) { bytes in
        try prepared.prepare(bytes, settings: settings, disk: disk)
      }
    } catch {
      throw PhotoFault(error, path: request.path)
    }
  }
}

extension PhotoFault {
  fileprivate init(_ error: any Error, path: String) {
    let reason =
      switch error {
      case let error as PhotoFileError: PhotoText.words(error, of: path)
      case let error as PhotoError: PhotoText.words(error)
      default: "\(error)"
      }
    self.init(fault: .photo(path: path, reason: reason))
  }
}

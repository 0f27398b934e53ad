/// Where photos are made ready, some of them before they are asked for.
import CommandLanguage
import Foundation
import MarketWire
import OpenMarketClient
import Photos
import Synchronization

/// A photo that is ready to be sent.
struct ListingPhoto: Sendable {
  let upload: Upload
  /// What was done to it, where something was.
  let note: String?
  /// What goes out, whether or not something was done to it.
  let summary: String
  /// Whether what goes out are other bytes than those in the file.
  let isOther: Bool
}

/// Why a photo cannot be sent.
struct PhotoFault: Error {
  let fault: ListingFault
}

/// Prepares photos side by side, away from the threads that async code shares.
///
/// A batch sends one listing while the photos of the next are being prepared. Its turns keep the
/// two apart: what was begun for a command is handed out in its turn only, and what it did not take
/// is let go, so that a file that has changed since is read again.
final class PhotoDesk: Sendable {
  typealias Outcome = Result<ListingPhoto, PhotoFault>

  /// A file and what is to be done with it.
  struct Request: Hashable, Sendable {
    let file: String
    /// The path as the seller wrote it.
    let path: String
    let isSentAsItIs: Bool
    /// What transparent parts are laid on.
    let background: Colour
  }

  private struct State {
    /// For the command that runs; a photo may be named several times.
    var current: [Request: [Task<Outcome, Never>]] = [:]
    /// For the command after it.
    var next: [Request: [Task<Outcome, Never>]] = [:]
  }

  private let state = Mutex(State())
  /// One photo in many listings is usual where a thing comes in sizes or colours.
  private let prepared = PreparationCache()
  private let workers = WorkerPool()

  /// Begins with a photo that the next command will ask for.
  func begin(_ request: Request) {
    let task = task(request)
    state.withLock { $0.next[request, default: []].append(task) }
  }

  /// The next command's turn has come, or the batch is over.
  func turn() {
    state.withLock { state in
      state.current = state.next
      state.next = [:]
    }
  }

  /// The work on a photo: what was begun ahead for it, else begun now.
  func take(_ request: Request) -> Task<Outcome, Never> {
    let ahead = state.withLock { state in
      state.current[request]?.isEmpty == false ? state.current[request]?.removeFirst() : nil
    }
    return ahead ?? task(request)
  }

  private func task(_ request: Request) -> Task<Outcome, Never> {
    Task { [prepared, workers] in
      await workers.perform {
        Result { () throws(PhotoFault) in try ListingPhoto(request, prepared) }
      }
    }
  }
}

extension ListingPhoto {
  /// Reads the file and makes it fit; blocks.
  fileprivate init(
    _ request: PhotoDesk.Request, _ prepared: PreparationCache
  ) throws(PhotoFault) {
    let path = request.path
    let bytes: [UInt8]
    do throws(PhotoFileError) {
      bytes = try PhotoFile.read(request.file)
    } catch {
      throw PhotoFault(fault: .photo(path: path, reason: PhotoText.words(error)))
    }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    do throws(PhotoError) {
      if request.isSentAsItIs {
        try self.init(bytes, name: name)
      } else {
        var settings = PreparationSettings.standard
        let colour = request.background
        settings.background = PhotoColour(
          red: colour.red, green: colour.green, blue: colour.blue)
        let photo = try prepared.prepare(bytes, settings: settings)
        let isSilent = photo.keepsPixels && photo.warnings.isEmpty
        let warnings = photo.warnings.map { ", " + PhotoText.words($0) }.joined()
        let summary = photo.summary(name: name) + warnings
        self.init(
          upload: Upload(
            filename: name, mediaType: photo.format.mediaType, bytes: photo.bytes[...]),
          note: isSilent ? nil : summary, summary: summary, isOther: photo.bytes != bytes)
      }
    } catch {
      throw PhotoFault(fault: .photo(path: path, reason: PhotoText.words(error)))
    }
  }

  /// A photo that is sent as it is, if it is within the limits.
  private init(_ bytes: [UInt8], name: String) throws(PhotoError) {
    let header = try PhotoHeader.read(bytes)
    guard bytes.count <= ListingLimits.pictureBytes else {
      throw .cannotFit(bytes: bytes.count, limit: ListingLimits.pictureBytes)
    }
    let size = "\(header.uprightWidth)×\(header.uprightHeight) \(PhotoText.size(bytes.count))"
    self.init(
      upload: Upload(filename: name, mediaType: header.mediaType, bytes: bytes[...]), note: nil,
      summary: "\(name)  \(size), sent as it is", isOther: false)
  }
}

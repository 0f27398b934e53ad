/// Photos on their way from files to the market.
import CommandLanguage
import Foundation
import MarketWire
import Photos

/// A photo that is ready to be sent.
struct ListingPhoto: Sendable {
  let upload: Upload
  /// What was done to it, where something was.
  let note: String?
}

/// Why a photo cannot be sent.
struct PhotoFault: Error {
  let fault: ListingFault
}

extension Session {
  /// The files that a written path stands for: `~` and patterns are looked up.
  func paths(of path: FilePath) throws -> [String] {
    let expansion = PathExpansion(home: environment.homeFolder) { [environment] folder in
      (try? FileManager.default.contentsOfDirectory(atPath: environment.absolute(folder))) ?? []
    }
    do throws(ValueProblem) {
      return try expansion.paths(path)
    } catch {
      throw SellerError.file(path: path.text, reason: "no file matches")
    }
  }

  /// The one file that a written path stands for.
  func path(of path: FilePath) throws -> String {
    let paths = try paths(of: path)
    guard paths.count == 1 else {
      throw SellerError.file(path: path.text, reason: "\(paths.count) files match, one is wanted")
    }
    return environment.absolute(paths[0])
  }

  /// Reads and prepares photos, in their order, each on a thread of its own.
  func photos(
    _ paths: [String], areSentAsTheyAre: Bool
  ) async -> [Result<ListingPhoto, PhotoFault>] {
    await activity.show(paths.count == 1 ? "preparing 1 photo" : "preparing \(paths.count) photos")
    {
      await withTaskGroup(of: (Int, Result<ListingPhoto, PhotoFault>).self) { group in
        for (index, path) in paths.enumerated() {
          let file = environment.absolute(path)
          group.addTask {
            let result = await onOwnThread {
              Result { () throws(PhotoFault) in
                try ListingPhoto(file: file, named: path, isSentAsItIs: areSentAsTheyAre)
              }
            }
            return (index, result)
          }
        }
        var results: [(Int, Result<ListingPhoto, PhotoFault>)] = []
        for await result in group { results.append(result) }
        return results.sorted { $0.0 < $1.0 }.map(\.1)
      }
    }
  }
}

extension ListingPhoto {
  /// Reads the file and makes it fit; blocks.
  fileprivate init(file: String, named path: String, isSentAsItIs: Bool) throws(PhotoFault) {
    let bytes: [UInt8]
    do throws(PhotoFileError) {
      bytes = try PhotoFile.read(file)
    } catch {
      throw PhotoFault(fault: .photo(path: path, reason: PhotoText.words(error)))
    }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    do throws(PhotoError) {
      if isSentAsItIs {
        try self.init(bytes, name: name)
      } else {
        let photo = try Preparation.prepare(bytes)
        let isSilent = photo.keepsPixels && photo.warnings.isEmpty
        let warnings = photo.warnings.map { ", " + PhotoText.words($0) }.joined()
        self.init(
          upload: Upload(
            filename: name, mediaType: photo.format.mediaType, bytes: photo.bytes[...]),
          note: isSilent ? nil : photo.summary(name: name) + warnings)
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
    self.init(
      upload: Upload(filename: name, mediaType: header.mediaType, bytes: bytes[...]), note: nil)
  }
}

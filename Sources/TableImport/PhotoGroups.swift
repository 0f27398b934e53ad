import Foundation
import Messages
import Photos
package import SellerSession

/// The photos of a folder by what they show: each folder in it is a group, and so are shots without
/// a pause between them.
package struct PhotoGroups {
  package struct Group: Hashable {
    /// The name of the folder; nil for shots that belong together by their time.
    package let name: String?
    /// The paths of the photos relative to the folder, in order.
    package let photos: [String]
  }

  package let groups: [Group]

  /// - Parameters:
  ///   - folder: the absolute path.
  ///   - typed: the path as the seller typed it.
  ///   - pause: the seconds between two shots that separate two groups.
  package init(_ folder: String, named typed: String, pause: Double) throws(SellerError) {
    guard let entries = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw .file(path: typed, reason: "there is no such folder")
    }
    var groups: [Group] = []
    var shots: [String] = []
    for entry in PhotoFinder.sorted(entries) where !entry.hasPrefix(".") {
      if let inside = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(entry)") {
        let photos = PhotoFinder.sorted(inside).filter(PhotoFormat.mayBePhoto)
        guard !photos.isEmpty else { continue }
        groups.append(Group(name: entry, photos: photos.map { "\(entry)/\($0)" }))
      } else if PhotoFormat.mayBePhoto(entry) {
        shots.append(entry)
      }
    }
    self.groups = groups + Self.groups(of: shots, in: folder, pause: pause)
  }

  private static func groups(
    of shots: [String], in folder: String, pause: Double
  ) -> [Group] {
    let times = times(of: shots, in: folder)
    var groups: [[String]] = []
    var last = -Double.infinity
    for (shot, time) in zip(shots, times).sorted(by: { $0.1 < $1.1 }) {
      if time - last > pause { groups.append([]) }
      groups[groups.count - 1].append(shot)
      last = time
    }
    return groups.map { Group(name: nil, photos: $0) }
  }

  /// The times when the photos were taken; if one of them does not say it, the times of all files,
  /// because the clocks of a camera and a computer differ.
  private static func times(of shots: [String], in folder: String) -> [Double] {
    let taken = shots.compactMap { CaptureTime.read("\(folder)/\($0)") }
    guard taken.count < shots.count else { return taken }
    return shots.map { shot in
      let path = "\(folder)/\(shot)"
      let facts = try? FileManager.default.attributesOfItem(atPath: path)
      return (facts?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    }
  }
}

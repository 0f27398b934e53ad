package import Foundation
import LocalFiles

/// Deletes the folders of batches that nothing needs: those of plans that were never stored, and the
/// oldest copies of removed photos.
package struct BatchCleanup: Sendable {
  /// For how long copies are kept.
  private static let lifetime: TimeInterval = 30 * 86_400
  /// The maximum size of all copies, in bytes.
  private static let sizeLimit = 1 << 30

  private let root: String
  private let now: Date

  /// - Parameters:
  ///   - root: the folder of all batches.
  ///   - now: the current time.
  package init(root: String, now: Date) {
    self.root = root
    self.now = now
  }

  /// Deletes what is not needed. Blocks.
  ///
  /// - Parameters:
  ///   - stored: the salts of the stored batches.
  ///   - open: the salts of unfinished batches, whose photos are needed.
  package func run(stored: Set<String>, open: Set<String>) {
    var kept: [(folder: BatchFolder, date: Date, size: Int)] = []
    for name in (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? [] {
      let folder = BatchFolder(root: root, salt: name)
      guard !open.contains(name), !folder.isLocked else { continue }
      let date = modificationDate(of: folder.path)
      let isOld = now.timeIntervalSince(date) > (stored.contains(name) ? Self.lifetime : 86_400)
      if isOld { folder.remove() } else { kept.append((folder, date, size(of: folder.path))) }
    }
    var total = kept.reduce(0) { $0 + $1.size }
    for entry in kept.sorted(by: { $0.date < $1.date }) where total > Self.sizeLimit {
      entry.folder.remove()
      total -= entry.size
    }
  }

  private func modificationDate(of path: String) -> Date {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.modificationDate] as? Date ?? now
  }

  private func size(of path: String) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.reduce(0) { total, name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
      return total + (attributes?[.size] as? Int ?? 0)
    }
  }
}

import Base
package import Foundation

/// Deletes what nothing needs any more: batches of more than a year ago, the folders of plans that
/// were never stored, and the oldest copies of removed photos.
package struct BatchCleanup: Sendable {
  /// For how long copies are kept.
  private static let lifetime: TimeInterval = 30 * 86_400
  /// For how long the journal is kept.
  private static let logLifetime: TimeInterval = 365 * 86_400

  private let root: String
  private let now: Date
  /// The maximum size of all copies, in bytes.
  private let sizeLimit: Int

  /// - Parameters:
  ///   - root: the folder of all batches.
  ///   - now: the current time.
  package init(root: String, now: Date, sizeLimit: Int = 1 << 30) {
    self.root = root
    self.now = now
    self.sizeLimit = sizeLimit
  }

  /// Deletes what is not needed. Blocks.
  package func run(_ journal: BatchJournal) throws(JournalError) {
    let limit = now.timeIntervalSince1970 - Self.logLifetime
    try journal.forget(plannedBefore: .seconds(limit.rounded()))
    let salts = try journal.salts()
    deleteFolders(stored: salts.all, open: salts.open)
  }

  /// - Parameters:
  ///   - stored: the salts of the stored batches.
  ///   - open: the salts of unfinished batches, whose photos are needed.
  private func deleteFolders(stored: Set<String>, open: Set<String>) {
    var kept: [(folder: BatchFolder, date: Date, size: Int)] = []
    for name in (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? [] {
      let folder = BatchFolder(root: root, salt: name)
      guard !open.contains(name), !folder.isLocked else { continue }
      let date = modificationDate(of: folder.path)
      let isStored = stored.contains(name)
      if now.timeIntervalSince(date) > (isStored ? Self.lifetime : 86_400) {
        folder.remove()
      } else if isStored {
        // Another shell may be making a plan that is not stored yet.
        kept.append((folder, date, size(of: folder.path)))
      }
    }
    var total = kept.reduce(0) { $0 + $1.size }
    for entry in kept.sorted(by: { $0.date < $1.date }) where total > sizeLimit {
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

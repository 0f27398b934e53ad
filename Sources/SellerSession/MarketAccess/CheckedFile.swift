import Base
import Batches
import Foundation
package import Messages
import SellerFiles

/// A file of this machine that the seller's work is in, and what is wrong with it.
package struct CheckedFile: Sendable {
  package let path: String
  /// The size in bytes, with the log of a database; nil if there is no file.
  package let bytes: Int?
  /// Why it cannot be used, and what to do.
  package var problem: Message?
  /// The number of lines that cannot be read and are skipped.
  package var skipped = 0

  fileprivate init(_ path: String) {
    self.path = path
    let sizes = [path, "\(path)-wal"].compactMap { path in
      (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
    }
    bytes = sizes.isEmpty ? nil : sizes.reduce(0, +)
  }

  fileprivate init(_ path: String, _ check: () throws -> Void) {
    self.init(path)
    do { try check() } catch { problem = ErrorReport(error, at: nil).message }
  }
}

extension MarketAccess {
  /// Reads the notebook, the journal of batches and the history as a whole.
  package func checkFiles() async -> (
    notebook: CheckedFile, journal: CheckedFile, history: CheckedFile
  ) {
    await runOnNewThread {
      [notebook, journal, history = core.history, paths = core.environment.paths] in
      var lines = CheckedFile(paths.history)
      do { lines.skipped = try history.unreadableCount() } catch {
        lines.problem = ErrorReport(error, at: nil).message
      }
      return (
        CheckedFile(paths.notebook) { try notebook.check() },
        CheckedFile(paths.journal) { try journal.check() }, lines
      )
    }
  }
}

import CSQLite
import Foundation

/// What the databases and the files beside them need of the file system.
package enum FileSystem {
  /// Writes everything of the file system of an open file to the disk: one call for many files.
  ///
  /// - Returns: false if it failed; `errno` has the reason.
  package static func sync(_ descriptor: Int32) -> Bool {
    #if os(Linux)
      csqlite_syncfs(descriptor) == 0
    #else
      fsync(descriptor) == 0
    #endif
  }
}

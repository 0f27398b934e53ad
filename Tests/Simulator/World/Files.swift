import Foundation

/// Folders as they were before.
enum Files {
  static func remove(_ folder: String) { try? FileManager.default.removeItem(atPath: folder) }

  /// Copies a folder beside it.
  static func keep(_ folder: String) {
    remove(folder + ".kept")
    try? FileManager.default.copyItem(atPath: folder, toPath: folder + ".kept")
  }

  /// Replaces a folder by its copy.
  static func bringBack(_ folder: String) {
    guard FileManager.default.fileExists(atPath: folder + ".kept") else { return }
    remove(folder)
    try? FileManager.default.copyItem(atPath: folder + ".kept", toPath: folder)
  }
}

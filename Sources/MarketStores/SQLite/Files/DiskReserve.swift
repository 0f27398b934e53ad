import Foundation

/// A file of 4 MiB that is deleted when the disk is full, so that a removal has room (API 8.5).
struct DiskReserve: Sendable {
  static let bytes = 4 << 20
  private let path: String

  init(folder: String) { path = "\(folder)/reserve" }

  /// Creates the file if there is none; without space the market works without it.
  func create() {
    guard !FileSystem.exists(path) else { return }
    try? FileSystem.allocate(path, bytes: Self.bytes)
  }

  /// Deletes the file; returns whether there was one.
  func release() -> Bool { unlink(path) == 0 }
}

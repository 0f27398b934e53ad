/// Reading a photo for a preparation that a budget has room for.

extension MemoryBudget {
  /// Reads the photo at the path and does something with its bytes, while what preparing it takes
  /// is counted. Waits for room, blocking. Fails with `PhotoFileError`, or as `body` does.
  ///
  /// What a photo takes stands in its header, so it is read before it is known; where there is no
  /// room for the rest the bytes are let go, and read again when there is.
  public func withPhoto<Result>(
    _ path: String, settings: PreparationSettings = .standard,
    _ body: ([UInt8]) throws -> Result
  ) throws -> Result {
    var share = try PhotoFile.check(path)
    acquire(share)
    defer { release(share) }
    var bytes = try PhotoFile.read(path)
    let need = Self.need(of: bytes, settings)
    if resize(from: share, to: need) {
      share = need
    } else {
      bytes = []
      release(share)
      acquire(need)
      share = need
      bytes = try PhotoFile.read(path)
    }
    return try body(bytes)
  }

  /// What is refused by its header takes nothing but its bytes.
  private static func need(of bytes: [UInt8], _ settings: PreparationSettings) -> Int {
    do throws(PhotoError) {
      let header = try PhotoHeader.read(bytes)
      try settings.limits.check(header)
      return Preparation.memory(for: header, bytes: bytes.count, settings: settings)
    } catch {
      return bytes.count
    }
  }
}

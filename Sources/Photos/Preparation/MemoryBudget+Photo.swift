extension MemoryBudget {
  /// Reads a photo and calls `body` with its bytes, after acquiring the memory to prepare it.
  ///
  /// Blocks until there is enough memory. The photo must be read to learn how much it needs. If
  /// there is not enough, its bytes are freed and read again later. Fails with `PhotoFileError` or
  /// the error of `body`.
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

  /// The memory in bytes that preparing the photo needs.
  private static func need(of bytes: [UInt8], _ settings: PreparationSettings) -> Int {
    do throws(PhotoError) {
      let header = try PhotoHeader.read(bytes)
      try settings.limits.check(header)
      return Preparation.memory(for: header, bytes: bytes.count, settings: settings)
    } catch {
      // The preparation rejects the photo because of its header.
      return bytes.count
    }
  }
}

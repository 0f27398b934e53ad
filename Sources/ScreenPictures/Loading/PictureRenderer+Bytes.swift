import Base

extension PictureRenderer {
  /// Draws an encoded image on a thread of its own. Its id for kitty must be replaced.
  ///
  /// - Throws: a `PhotoError`, a `PictureError` or `CancellationError`.
  package func drawing(of bytes: [UInt8], in box: CellBox) async throws -> DrawnPicture {
    try await runOnNewThreadUntilCancelled { Result { try draw(bytes, in: box, id: 1) } }.get()
  }
}

/// The container of a WebP picture: chunks in a RIFF file.

/// The chunks of a WebP file in order (RFC 9649, section 2).
struct WebPChunks {
  /// One chunk with its four letters.
  struct Chunk {
    let name: String
    let payload: Range<Int>
  }

  /// More chunks than this (an animation has one a frame) keep a decoder busy for nothing.
  static let maxChunks = 65_536

  private let view: ByteView
  private let end: Int
  private var position = 12
  private var seen = 0

  /// Fails with `.truncated` when the file says that it is longer than it is.
  init(_ view: ByteView) throws(PhotoError) {
    guard let length = view.number(at: 4, width: 4, .little), length >= 12 else {
      throw .damaged(.webp, .invalidHeader)
    }
    guard 8 + length <= view.count else { throw .truncated(.webp, bytes: view.count) }
    self.view = view
    end = 8 + length
  }

  /// The next chunk, nil behind the last.
  mutating func next() throws(PhotoError) -> Chunk? {
    guard end - position >= 8 else { return nil }
    seen += 1
    guard seen <= Self.maxChunks else { throw .damaged(.webp, .tooManyParts) }
    let start = position + 8
    guard let length = view.number(at: position + 4, width: 4, .little), start + length <= end
    else { throw .damaged(.webp, .structure) }
    let name = String(decoding: view.bytes[position..<position + 4], as: UTF8.self)
    position = start + length + length % 2
    return Chunk(name: name, payload: start..<start + length)
  }
}

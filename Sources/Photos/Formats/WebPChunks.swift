/// The chunks of a WebP file, in order (RFC 9649, section 2).
struct WebPChunks {
  /// A chunk with its four-character name.
  struct Chunk {
    let name: String
    let payload: Range<Int>
  }

  /// The maximum number of chunks; an animation has one per frame.
  static let maxChunks = 65_536

  private let view: ByteView
  private let end: Int
  private var position = 12
  private var chunkCount = 0

  /// Fails with `.truncated` if the bytes are shorter than the length in the file header.
  init(_ view: ByteView) throws(PhotoError) {
    guard let length = view.number(at: 4, width: 4, .little), length >= 12 else {
      throw .damaged(.webp, .invalidHeader)
    }
    guard 8 + length <= view.count else { throw .truncated(.webp, bytes: view.count) }
    self.view = view
    end = 8 + length
  }

  /// Returns the next chunk, or nil after the last one.
  mutating func next() throws(PhotoError) -> Chunk? {
    guard end - position >= 8 else { return nil }
    chunkCount += 1
    guard chunkCount <= Self.maxChunks else { throw .damaged(.webp, .tooManyParts) }
    let start = position + 8
    guard let length = view.number(at: position + 4, width: 4, .little), start + length <= end
    else { throw .damaged(.webp, .structure) }
    let name = String(decoding: view.bytes[position..<position + 4], as: UTF8.self)
    position = start + length + length % 2
    return Chunk(name: name, payload: start..<start + length)
  }
}

/// Judging an uploaded picture by its content.
import MarketWire
import Photos

/// A picture that may be stored: JPEG or PNG, of a sane size, and one that really decodes.
struct CheckedPicture {
  let bytes: ArraySlice<UInt8>
  /// Follows the content, never the name that was sent.
  let fileExtension: String
  let thumbnail: [UInt8]
  let thumbnailExtension: String

  /// Bytes that a picture may have: 300 KB of 1,024 bytes (API 1.5).
  static let byteLimit = ListingLimits.imageBytes
  /// The longer side of the small picture, in pixels.
  static let thumbnailSide = 320

  /// Judges the bytes; a failure names what was expected, for a message that begins with the
  /// picture's place.
  static func check(_ bytes: ArraySlice<UInt8>) -> Result<CheckedPicture, Problem> {
    guard bytes.count <= byteLimit else {
      return .failure(
        Problem("expected at most \(byteLimit) bytes, found \(bytes.count)"))
    }
    do throws(PhotoError) {
      let whole = Array(bytes)
      let header = try PhotoHeader.read(whole)
      guard header.format == .jpeg || header.format == .png else {
        return .failure(Problem("expected JPEG or PNG, found \(header.format.rawValue)"))
      }
      let small = try Thumbnail.make(from: whole, longSide: thumbnailSide)
      return .success(
        CheckedPicture(
          bytes: bytes, fileExtension: header.fileExtension, thumbnail: small.bytes,
          thumbnailExtension: small.format.fileExtension))
    } catch {
      return .failure(Problem(words(for: error)))
    }
  }

  /// What is wrong, in words.
  struct Problem: Error, Hashable {
    let words: String
    init(_ words: String) { self.words = words }
  }

  private static func words(for error: PhotoError) -> String {
    switch error {
    case .notAPhoto(let content): "expected JPEG or PNG, found \(content.rawValue)"
    case .noDecoder(let format): "pictures of the format \(format.rawValue) cannot be read here"
    case .truncated: "the end of the picture is missing"
    case .damaged, .undecodable: "the picture is damaged and cannot be decoded"
    case .tooManyPixels(let width, let height, let limit):
      "expected at most \(limit) pixels, found \(width) x \(height)"
    case .noMemory: "the picture is too large to be decoded here"
    case .unencodable, .cannotFit: "no small picture can be made of it"
    }
  }
}

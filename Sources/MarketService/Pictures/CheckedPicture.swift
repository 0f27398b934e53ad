import MarketWire
import Photos

/// An uploaded picture that passed all checks: a decodable JPEG or PNG within the limits.
struct CheckedPicture {
  /// The picture without metadata such as the place where it was taken; its pixels and its
  /// orientation are those of the upload.
  let bytes: [UInt8]
  /// The extension for the format of the content; the uploaded file name is ignored.
  let fileExtension: String
  let thumbnail: [UInt8]
  let thumbnailExtension: String

  /// The maximum size in bytes: 300 KB of 1,024 bytes (API 1.5).
  static let byteLimit = ListingLimits.imageBytes
  /// The longer side of a thumbnail in pixels.
  static let thumbnailSide = 320

  /// Checks the bytes, with the memory that decoding them needs.
  ///
  /// A failure describes what was expected; the caller adds the picture's index.
  ///
  /// - Throws: 503 if there is not enough memory.
  static func check(
    _ bytes: ArraySlice<UInt8>, _ memory: PictureMemory
  ) throws(ServiceRefusal) -> Result<CheckedPicture, Problem> {
    guard bytes.count <= byteLimit else {
      return .failure(
        Problem("expected at most \(byteLimit) bytes, found \(bytes.count)"))
    }
    let header: PhotoHeader
    do throws(PhotoError) {
      let content = Array(bytes)
      header = try PhotoHeader.read(content)
      guard header.format == .jpeg || header.format == .png else {
        return .failure(Problem("expected JPEG or PNG, found \(header.format.rawValue)"))
      }
      // This check is cheap, so a bomb is refused without waiting for memory.
      _ = try PhotoCheck.check(content, limits: .market)
    } catch {
      return .failure(Problem(description(of: error)))
    }
    // A copy of the bytes is decoded.
    let share = Thumbnail.memory(for: header, bytes: 2 * bytes.count, longSide: thumbnailSide)
    guard memory.isPossible(share) else {
      return .failure(
        Problem(
          description(of: .noMemory(width: header.width, height: header.height))))
    }
    return try memory.withShare(share) { decode(bytes, header) }
  }

  private static func decode(
    _ bytes: ArraySlice<UInt8>, _ header: PhotoHeader
  ) -> Result<CheckedPicture, Problem> {
    do throws(PhotoError) {
      let thumbnail = try Thumbnail.make(
        from: Array(bytes), longSide: thumbnailSide, limits: .market)
      let stripped = try MetadataStripper.strip(
        Array(bytes), stating: header.orientation, profileByteLimit: byteLimit)
      return .success(
        CheckedPicture(
          bytes: stripped.bytes, fileExtension: header.fileExtension, thumbnail: thumbnail.bytes,
          thumbnailExtension: thumbnail.format.fileExtension))
    } catch {
      return .failure(Problem(description(of: error)))
    }
  }

  /// The files of new pictures, each with a name of its own.
  static func files(
    _ pictures: [CheckedPicture], vendor: Int, at date: WireDate, names: UUIDGenerator
  ) -> [(origin: PictureFile, thumbnail: PictureFile)] {
    pictures.map { picture in
      let name = names.next(at: date).hex
      let origin = PicturePath(
        vendor: vendor, date: date, name: name, kind: .origin,
        fileExtension: picture.fileExtension)
      let thumbnail = PicturePath(
        vendor: vendor, date: date, name: name, kind: .thumb,
        fileExtension: picture.thumbnailExtension)
      return (
        PictureFile(path: origin, bytes: picture.bytes),
        PictureFile(path: thumbnail, bytes: picture.thumbnail)
      )
    }
  }

  /// The reason why a picture is refused.
  struct Problem: Error, Hashable {
    let description: String
    init(_ description: String) { self.description = description }
  }

  private static func description(of error: PhotoError) -> String {
    switch error {
    case .notAPhoto(let content): "expected JPEG or PNG, found \(content.rawValue)"
    case .noDecoder(let format): "this market cannot read \(format.rawValue) pictures"
    case .truncated: "the picture is incomplete"
    case .damaged, .undecodable: "the picture is damaged"
    case .tooManyPixels(let width, let height, let limit):
      "expected at most \(limit) pixels, found \(width) x \(height)"
    case .noMemory: "the picture is too large to decode"
    case .unencodable, .cannotFit: "the picture cannot be turned into a thumbnail"
    }
  }
}

import Foundation
import Testing

@testable import Photos

@Suite(.timeLimit(.minutes(60))) struct MetadataStripperTests {
  /// Names that occur in every kind of metadata.
  static let names = [
    "Exif", "http://ns.adobe.com", "xmpmeta", "Photoshop", "made at home", "Camera maker", "eXIf",
    "tEXt", "iTXt", "zTXt",
  ]

  @Test(arguments: ["located.jpg", "located-by-xmp.jpg", "noted.png"])
  func `all metadata is removed and reported`(name: String) throws {
    let stripped = try MetadataStripper.strip(try PhotoFixture.bytes(name))
    #expect(stripped.removed == MetadataSummary(hasMetadata: true, hasLocation: true))
    let rest = Data(stripped.bytes)
    for name in Self.names { #expect(rest.range(of: Data(name.utf8)) == nil, "\(name)") }
    #expect(try MetadataStripper.strip(stripped.bytes).removed == MetadataSummary())
  }

  @Test(arguments: ["located.jpg", "noted.png", "progressive.jpg", "palette.png", "cmyk.jpg"])
  func `pixels are unchanged`(name: String) throws {
    let bytes = try PhotoFixture.bytes(name)
    let stripped = try MetadataStripper.strip(bytes)
    let header = try PhotoCheck.check(stripped.bytes)
    #expect(header == (try PhotoHeader.read(bytes)))
    #expect(
      try DecodedColors(stripped.bytes, header.format).quarters
        == DecodedColors(bytes, header.format).quarters)
  }

  @Test func `a small color profile is kept and a second image is removed`() throws {
    let bytes = try PhotoFixture.bytes("located.jpg")
    let stripped = try MetadataStripper.strip(bytes)
    #expect(Data(stripped.bytes).range(of: Data("ICC_PROFILE".utf8)) != nil)
    #expect(Data(bytes).ranges(ofBytes: [0xFF, 0xD8, 0xFF]) == 2)
    #expect(Data(stripped.bytes).ranges(ofBytes: [0xFF, 0xD8, 0xFF]) == 1)
    #expect(Array(stripped.bytes.suffix(2)) == [0xFF, 0xD9])
  }

  @Test func `a large color profile is removed and its size is reported`() throws {
    let stripped = try MetadataStripper.strip(try PhotoFixture.bytes("large-profile.jpg"))
    #expect(stripped.removed.droppedProfileBytes > 20_000)
    #expect(Data(stripped.bytes).range(of: Data("ICC_PROFILE".utf8)) == nil)
  }

  @Test func `a thumbnail in the JFIF segment is removed`() throws {
    let photo = try PhotoFixture.bytes("gray.jpg")
    let jfif: [UInt8] = [0xFF, 0xE0, 0, 19] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 1, 1]
    let stripped = try MetadataStripper.strip(
      [0xFF, 0xD8] + jfif + [9, 9, 9] + photo.dropFirst(20))
    #expect(stripped.removed.hasMetadata)
    #expect(Array(stripped.bytes.prefix(20)) == Array(photo.prefix(20)))
  }

  @Test func `a photo without metadata is unchanged`() throws {
    let bytes = try PhotoFixture.bytes("plain.png")
    let stripped = try MetadataStripper.strip(bytes)
    #expect(stripped.bytes == bytes)
    #expect(stripped.removed == MetadataSummary())
  }

  @Test(arguments: 2...8)
  func `an orientation is stated again without the rest of the metadata`(number: Int) throws {
    let orientation = try #require(PhotoOrientation(rawValue: number))
    let located = try MetadataStripper.strip(
      try PhotoFixture.bytes("gps-\(number).jpg"), stating: orientation)
    #expect(located.removed.hasLocation)
    for bytes in [
      located.bytes,
      try MetadataStripper.strip(try PhotoFixture.bytes("noted.png"), stating: orientation).bytes,
    ] {
      let header = try PhotoCheck.check(bytes)
      #expect(header.orientation == orientation)
      _ = try DecodedColors(bytes, header.format)
      #expect(try !MetadataStripper.strip(bytes).removed.hasLocation)
      // No other metadata is left.
      let again = try MetadataStripper.strip(bytes, stating: orientation)
      #expect(again.bytes == bytes)
    }
  }

  @Test func `a truncated photo is an error`() throws {
    #expect(throws: PhotoError.self) {
      try MetadataStripper.strip(try PhotoFixture.bytes("truncated.jpg"))
    }
  }
}

extension Data {
  /// The number of occurrences of the bytes.
  fileprivate func ranges(ofBytes wanted: [UInt8]) -> Int {
    var (found, rest) = (0, startIndex..<endIndex)
    while let range = range(of: Data(wanted), in: rest) {
      found += 1
      rest = range.upperBound..<endIndex
    }
    return found
  }
}

/// Notes leave a photo, pixels and colors stay.
import Foundation
import Photos
import Testing

struct MetadataStripperTests {
  /// Names that begin every kind of note.
  static let marks = [
    "Exif", "http://ns.adobe.com", "xmpmeta", "Photoshop", "made at home", "Camera maker", "eXIf",
    "tEXt", "iTXt", "zTXt",
  ]

  @Test(arguments: ["located.jpg", "located-by-xmp.jpg", "noted.png"])
  func `every note is gone and told`(name: String) throws {
    let cut = try MetadataStripper.strip(try PhotoFixture.bytes(name))
    #expect(cut.removed == MetadataSummary(hasMetadata: true, hasLocation: true))
    let rest = Data(cut.bytes)
    for mark in Self.marks { #expect(rest.range(of: Data(mark.utf8)) == nil, "\(mark)") }
    #expect(try MetadataStripper.strip(cut.bytes).removed == MetadataSummary())
  }

  @Test(arguments: ["located.jpg", "noted.png", "progressive.jpg", "palette.png", "cmyk.jpg"])
  func `pixels stay as they are`(name: String) throws {
    let bytes = try PhotoFixture.bytes(name)
    let cut = try MetadataStripper.strip(bytes)
    let header = try PhotoCheck.check(cut.bytes)
    #expect(header == (try PhotoHeader.read(bytes)))
    #expect(
      try Look(cut.bytes, header.format).quarters == Look(bytes, header.format).quarters)
  }

  @Test func `a small color profile stays, and a second picture behind the first goes`() throws {
    let bytes = try PhotoFixture.bytes("located.jpg")
    let cut = try MetadataStripper.strip(bytes)
    #expect(Data(cut.bytes).range(of: Data("ICC_PROFILE".utf8)) != nil)
    #expect(Data(bytes).ranges(ofBytes: [0xFF, 0xD8, 0xFF]) == 2)
    #expect(Data(cut.bytes).ranges(ofBytes: [0xFF, 0xD8, 0xFF]) == 1)
    #expect(Array(cut.bytes.suffix(2)) == [0xFF, 0xD9])
  }

  @Test func `a large color profile goes and its size is told`() throws {
    let cut = try MetadataStripper.strip(try PhotoFixture.bytes("large-profile.jpg"))
    #expect(cut.removed.droppedProfileBytes > 20_000)
    #expect(Data(cut.bytes).range(of: Data("ICC_PROFILE".utf8)) == nil)
  }

  @Test func `a thumbnail inside the JFIF segment goes`() throws {
    let photo = try PhotoFixture.bytes("gray.jpg")
    let jfif: [UInt8] = [0xFF, 0xE0, 0, 19] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 1, 1]
    let cut = try MetadataStripper.strip([0xFF, 0xD8] + jfif + [9, 9, 9] + photo.dropFirst(20))
    #expect(cut.removed.hasMetadata)
    #expect(Array(cut.bytes.prefix(20)) == Array(photo.prefix(20)))
  }

  @Test func `a photo without notes comes back the same`() throws {
    let bytes = try PhotoFixture.bytes("plain.png")
    let cut = try MetadataStripper.strip(bytes)
    #expect(cut.bytes == bytes)
    #expect(cut.removed == MetadataSummary())
  }

  @Test func `half a photo is not cut`() throws {
    #expect(throws: PhotoError.self) {
      try MetadataStripper.strip(try PhotoFixture.bytes("truncated.jpg"))
    }
  }
}

extension Data {
  /// How often the bytes occur.
  fileprivate func ranges(ofBytes wanted: [UInt8]) -> Int {
    var (found, rest) = (0, startIndex..<endIndex)
    while let range = range(of: Data(wanted), in: rest) {
      found += 1
      rest = range.upperBound..<endIndex
    }
    return found
  }
}

import Foundation
import MarketTestSupport
import Testing

@testable import Photos

/// Tests of prepared photos with independent programs.
@Suite(.timeLimit(.minutes(60))) struct OtherReadersTests {
  /// Every fixture that can be prepared, with default settings and scaled down.
  private static func prepared() throws -> [(name: String, photo: PreparedPhoto)] {
    var smaller = PreparationSettings()
    smaller.longSide = 22
    var sources = try PhotoFixture.names().map { ($0, try PhotoFixture.bytes($0)) }
    // Files too large for the repository: a profile for print and a photo of 12 megapixels.
    sources.append(("printed.jpg", try PhotoFixture.withProfile(of: 900_000, into: "cmyk.jpg")))
    sources.append(("large.jpg", try PhotoFixture.large(width: 4_032, height: 3_024)))
    return try sources.flatMap { name, bytes -> [(String, PreparedPhoto)] in
      guard let photo = try? Preparation.prepare(bytes) else { return [] }
      let small = try Preparation.prepare(bytes, settings: smaller)
      return [("plain-\(name)", photo), ("small-\(name)", small)]
    }
  }

  /// Writes the photos to a temporary folder and calls `body` with its path.
  private static func withFiles(
    _ photos: [(name: String, photo: PreparedPhoto)], _ body: (String) throws -> Void
  ) throws {
    let folder = NSTemporaryDirectory() + "photos-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, photo) in photos {
      try Data(photo.bytes).write(to: URL(filePath: "\(folder)/\(name)"))
    }
    try body(folder)
  }

  @Test(.enabled(if: ExternalProgram.exists("exiftool")))
  func `exiftool finds no metadata, location or orientation in prepared photos`() throws {
    let photos = try Self.prepared()
    #expect(photos.count > 60)
    try Self.withFiles(photos) { folder in
      // Verify that exiftool finds the metadata in an original.
      let before = try ExternalProgram.run(
        "exiftool", ["-j", "-G0", PhotoFixture.folder.appending(path: "gps-6.jpg").path])
      #expect(before.contains("EXIF:GPSLatitude") && before.contains("EXIF:Orientation"))
      let text = try ExternalProgram.run("exiftool", ["-j", "-a", "-G0", folder])
      let read = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]] ?? []
      #expect(read.count == photos.count)
      let known = Dictionary(uniqueKeysWithValues: photos.map { ($0.name, $0.photo) })
      for tags in read {
        let name = tags["File:FileName"] as? String ?? ""
        let photo = try #require(known[name], "\(name)")
        let groups = Set(tags.keys.compactMap { $0.split(separator: ":").first.map(String.init) })
        let harmless: Set = [
          "SourceFile", "ExifTool", "File", "JFIF", "PNG", "ICC_Profile", "Composite", "APP14",
        ]
        #expect(groups.subtracting(harmless) == [], "\(name)")
        #expect(!tags.keys.contains { $0.contains("GPS") || $0.hasSuffix("Comment") }, "\(name)")
        let size = tags["Composite:ImageSize"] as? String
        #expect(size == "\(photo.width)x\(photo.height)", "\(name)")
        #expect(photo.bytes.count <= 300_000, "\(name)")
      }
    }
  }

  @Test(.enabled(if: ExternalProgram.exists("identify")))
  func `ImageMagick reads the expected format and size`() throws {
    let photos = try Self.prepared().filter { $0.name.hasPrefix("small") }
    try Self.withFiles(photos) { folder in
      let files = photos.map { "\(folder)/\($0.name)" }
      let lines = try ExternalProgram.run("identify", ["-format", "%m %w %h\n"] + files)
        .split(separator: "\n").map(String.init)
      #expect(
        lines == photos.map { "\($1.format.rawValue.uppercased()) \($1.width) \($1.height)" })
    }
  }
}

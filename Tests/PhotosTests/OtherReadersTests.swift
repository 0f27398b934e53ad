/// What other programs read in prepared photos: the right size, and nothing that tells of anybody.
import Foundation
import MarketTestSupport
import Testing

@testable import Photos

struct OtherReadersTests {
  /// Every fixture that can be prepared: as it is by default, and written anew.
  private static func prepared() throws -> [(name: String, photo: PreparedPhoto)] {
    var anew = PreparationSettings()
    anew.longSide = 22
    var sources = try PhotoFixture.names().map { ($0, try PhotoFixture.bytes($0)) }
    // Those that are too large to keep: a profile for print, and what phones make of 12 megapixels.
    sources.append(("printed.jpg", try PhotoFixture.withProfile(of: 900_000, into: "cmyk.jpg")))
    sources.append(("large.jpg", try PhotoFixture.large(width: 4_032, height: 3_024)))
    return try sources.flatMap { name, bytes -> [(String, PreparedPhoto)] in
      guard let photo = try? Preparation.prepare(bytes) else { return [] }
      let small = try Preparation.prepare(bytes, settings: anew)
      return [("plain-\(name)", photo), ("anew-\(name)", small)]
    }
  }

  /// Hands the photos as files to `body`, by their names.
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

  @Test(.enabled(if: OutsideProgram.exists("exiftool")))
  func `exiftool finds no notes, no place and no turn in any`() throws {
    let photos = try Self.prepared()
    #expect(photos.count > 60)
    try Self.withFiles(photos) { folder in
      // The notes are in the originals: otherwise nothing would be shown by their absence.
      let before = try OutsideProgram.run(
        "exiftool", ["-j", "-G0", PhotoFixture.folder.appending(path: "gps-6.jpg").path])
      #expect(before.contains("EXIF:GPSLatitude") && before.contains("EXIF:Orientation"))
      let text = try OutsideProgram.run("exiftool", ["-j", "-a", "-G0", folder])
      let read = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]] ?? []
      #expect(read.count == photos.count)
      let known = Dictionary(uniqueKeysWithValues: photos.map { ($0.name, $0.photo) })
      for facts in read {
        let name = facts["File:FileName"] as? String ?? ""
        let photo = try #require(known[name], "\(name)")
        let groups = Set(facts.keys.compactMap { $0.split(separator: ":").first.map(String.init) })
        let harmless: Set = [
          "SourceFile", "ExifTool", "File", "JFIF", "PNG", "ICC_Profile", "Composite", "APP14",
        ]
        #expect(groups.subtracting(harmless) == [], "\(name)")
        #expect(!facts.keys.contains { $0.contains("GPS") || $0.hasSuffix("Comment") }, "\(name)")
        let size = facts["Composite:ImageSize"] as? String
        #expect(size == "\(photo.width)x\(photo.height)", "\(name)")
        #expect(photo.bytes.count <= 300_000, "\(name)")
      }
    }
  }

  @Test(.enabled(if: OutsideProgram.exists("identify")))
  func `ImageMagick reads each as the format it is said to be, in 8 bits`() throws {
    let photos = try Self.prepared().filter { $0.name.hasPrefix("anew") }
    try Self.withFiles(photos) { folder in
      let files = photos.map { "\(folder)/\($0.name)" }
      let lines = try OutsideProgram.run("identify", ["-format", "%m %w %h\n"] + files)
        .split(separator: "\n").map(String.init)
      #expect(
        lines == photos.map { "\($1.format.rawValue.uppercased()) \($1.width) \($1.height)" })
    }
  }
}

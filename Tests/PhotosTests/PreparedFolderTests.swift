/// Prepared photos on disk: found again, never half, bounded, and harmless to lose.
import Foundation
import Testing

@testable import Photos

struct PreparedFolderTests {
  /// A folder that goes with the test.
  private static func lend(_ body: (String) throws -> Void) throws {
    let path = NSTemporaryDirectory() + "prepared-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }

  private static func names(_ path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  @Test(arguments: ["turned-6.jpg", "alpha.webp", "turned.heic", "deep-alpha.png", "moving.gif"])
  func `another process finds what one prepared, whole`(_ name: String) throws {
    try Self.lend { path in
      let bytes = try PhotoFixture.bytes(name)
      let fresh = try PreparationCache(folder: PreparedFolder(path: path)).prepare(bytes)
      let key = Preparation.key(for: bytes)
      #expect(PreparedFolder(path: path).photo(key) == fresh)
      #expect(Self.names(path) == [key])
      var black = PreparationSettings()
      black.background = PhotoColour(red: 0, green: 0, blue: 0)
      #expect(PreparedFolder(path: path).photo(Preparation.key(for: bytes, settings: black)) == nil)
    }
  }

  @Test func `what is kept is read by its owner only`() throws {
    try Self.lend { path in
      _ = try PreparationCache(folder: PreparedFolder(path: path))
        .prepare(try PhotoFixture.bytes("turned-6.jpg"))
      func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      }
      #expect(try mode(path) == 0o700)
      #expect(try mode("\(path)/\(Self.names(path)[0])") == 0o600)
    }
  }

  @Test func `a photo that only loses its notes is not kept on disk`() throws {
    try Self.lend { path in
      _ = try PreparationCache(folder: PreparedFolder(path: path))
        .prepare(try PhotoFixture.bytes("located.jpg"))
      #expect(Self.names(path) == [])
    }
  }

  @Test func `a damaged copy is taken for none, and made anew`() throws {
    try Self.lend { path in
      let bytes = try PhotoFixture.bytes("turned-6.jpg")
      let fresh = try PreparationCache(folder: PreparedFolder(path: path)).prepare(bytes)
      let file = "\(path)/\(Preparation.key(for: bytes))"
      let whole = Array(try Data(contentsOf: URL(filePath: file)))
      var damaged = [whole.dropLast(), whole.prefix(90), [], whole + [0]].map(Array.init)
      for place in [0, 30, 85, 95, 200, whole.count - 1] {
        var other = whole
        other[place] ^= 0x20
        damaged.append(other)
      }
      for content in damaged {
        try Data(content).write(to: URL(filePath: file))
        #expect(PreparedFolder(path: path).photo(Preparation.key(for: bytes)) == nil)
        let cache = PreparationCache(folder: PreparedFolder(path: path))
        #expect(try cache.prepare(bytes) == fresh)
        #expect(Array(try Data(contentsOf: URL(filePath: file))) == whole)
      }
    }
  }

  @Test func `a folder that cannot be is passed over`() throws {
    try Self.lend { path in
      try Data("a file".utf8).write(to: URL(filePath: path))
      let bytes = try PhotoFixture.bytes("turned-6.jpg")
      let cache = PreparationCache(folder: PreparedFolder(path: path + "/inside"))
      #expect(try cache.prepare(bytes) == (try Preparation.prepare(bytes)))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "a file")
    }
  }

  @Test func `over the limit the longest unused go, half ones of the dead too`() throws {
    try Self.lend { path in
      let photo = try Preparation.prepare(try PhotoFixture.bytes("turned-6.jpg"))
      let folder = PreparedFolder(path: path, byteLimit: 10_000)
      let names = (0..<30).map { "\(100 + $0)" }
      for (index, name) in names.enumerated() {
        folder.keep(photo, under: name)
        if index == 0 {
          try Data(count: 900).write(to: URL(filePath: "\(path)/.100.abcdef"))
          try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 5)],
            ofItemAtPath: "\(path)/.100.abcdef")
        }
        // One that is asked for again and again is not the longest unused.
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: 1_000 + Double(index))],
          ofItemAtPath: "\(path)/\(name)")
        #expect(folder.photo("100") == photo)
      }
      let sizes = try Self.names(path).map {
        try FileManager.default.attributesOfItem(atPath: "\(path)/\($0)")[.size] as? Int ?? 0
      }
      #expect(sizes.reduce(0, +) <= 10_000)
      #expect(sizes.count > 2)
      #expect(!Self.names(path).contains(".100.abcdef"))
      #expect(Self.names(path).contains("129"))
      #expect(!Self.names(path).contains("101"))
    }
  }
}

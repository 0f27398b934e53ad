/// What is kept on disk: found again, never half, never more than it may be, whoever is killed.
import Digest
import Foundation
import MarketWire
import Synchronization
import Testing

@testable import MarketCommands

@Suite struct CacheFolderTests {
  private let path = NSTemporaryDirectory() + "cache-\(UUID().uuidString)/pictures"
  private let clock = MovedClock()

  private func folder(_ limit: Int = 1_000_000) -> CacheFolder {
    CacheFolder(path: path, byteLimit: limit, now: clock.now)
  }

  private func entry(_ key: String, _ bytes: [UInt8], tag: String? = nil) -> CacheEntry {
    CacheEntry(key: key, checked: clock.now(), tag: tag, bytes: bytes)
  }

  private func file(_ key: String) -> String { "\(path)/\(Digest.hex(Digest.sha256(key)))" }

  private func cleanUp() {
    try? FileManager.default.removeItem(
      at: URL(filePath: path).deletingLastPathComponent())
  }

  @Test(arguments: ["\"abc\"", nil])
  func `what is kept is found by every shell`(tag: String?) throws {
    defer { cleanUp() }
    let kept = entry("a", Array(0...255), tag: tag)
    folder().keep(kept)
    #expect(folder().entry("a") == kept)
    #expect(folder().head("a") == kept.head)
    #expect(folder().entry("b") == nil)
    let mode = try FileManager.default.attributesOfItem(atPath: file("a"))[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func `a file that was cut off anywhere, or changed, is as if it were not there`() throws {
    defer { cleanUp() }
    folder().keep(entry("a", [1, 2, 3, 4], tag: "t"))
    let whole = try Data(contentsOf: URL(filePath: file("a")))
    for length in 0..<whole.count {
      try whole.prefix(length).write(to: URL(filePath: file("a")))
      #expect(folder().entry("a") == nil, "\(length) bytes")
    }
    for place in [0, whole.count - 1] {
      var changed = whole
      changed[place] ^= 1
      try changed.write(to: URL(filePath: file("a")))
      #expect(folder().entry("a") == nil, "byte \(place)")
    }
    // A file under a wrong name is another one's.
    try FileManager.default.removeItem(atPath: file("a"))
    try whole.write(to: URL(filePath: file("b")))
    #expect(folder().entry("b") == nil)
    #expect(folder().head("b") == nil)
  }

  @Test func `a kill while something is written leaves nothing that is read, and not for long`()
    throws
  {
    defer { cleanUp() }
    let first = folder(10_000)
    first.keep(entry("a", [1]))
    try Data([0]).write(to: URL(filePath: "\(path)/new-999-1"))
    #expect(first.tally().files == 1)
    clock.move(.seconds(400 * 86_400))
    folder(10_000).keep(entry("b", [2]))
    #expect(!FileManager.default.fileExists(atPath: "\(path)/new-999-1"))
    #expect(first.entry("a")?.bytes == [1])
  }

  @Test func `too much is brought to half, what was used longest ago first`() {
    defer { cleanUp() }
    let folder = folder(100_000)
    for number in 0..<9 {
      folder.keep(entry("\(number)", [UInt8](repeating: 7, count: 10_000)))
      clock.move(.seconds(120))
    }
    // Reading is a use, also by another shell.
    #expect(self.folder(100_000).entry("0") != nil)
    clock.move(.seconds(120))
    for number in 9..<12 {
      folder.keep(entry("\(number)", [UInt8](repeating: 7, count: 10_000)))
      clock.move(.seconds(120))
    }
    #expect(folder.tally().bytes <= 100_000)
    #expect(folder.entry("0") != nil)
    #expect(folder.entry("1") == nil)
    #expect(folder.entry("11") != nil)
  }

  @Test func `several shells write and clear at once, and nothing half is ever seen`() async {
    defer { cleanUp() }
    await withTaskGroup(of: Void.self) { group in
      for shell in 0..<4 {
        group.addTask { [self] in
          let folder = folder(200_000)
          for round in 0..<40 {
            let bytes = [UInt8](repeating: UInt8(shell), count: 5_000 + round)
            folder.keep(entry("same", bytes))
            if let found = folder.entry("same") {
              #expect(Set(found.bytes).count == 1)
            }
            if round % 10 == 9 { _ = folder.clear() }
          }
        }
      }
    }
    #expect(folder().tally().files <= 1)
  }

  @Test func `a folder that cannot be is no error`() {
    let folder = CacheFolder(path: "/dev/null/cache", byteLimit: 1_000, now: clock.now)
    folder.keep(entry("a", [1]))
    #expect(folder.entry("a") == nil)
    #expect(folder.tally().files == 0)
    #expect(folder.clear().files == 0)
  }

  @Test(
    arguments: [
      ("256MB", 256_000_000, "256MB"), ("1g", 1_000_000_000, "1GB"), ("512", 512_000_000, "512MB"),
      ("1500 KB", 1_500_000, "1500KB"), ("off", 0, "off"), ("0", 0, "off"),
    ])
  func `sizes are read`(typed: String, bytes: Int, text: String) throws {
    let limit = try CacheLimit.read(typed)
    #expect(limit.byteCount == bytes)
    #expect(limit.text == text)
    #expect(try CacheLimit.read(limit.text) == limit)
  }

  @Test(arguments: ["", "MB", "-1MB", "1XB", "1.5GB", "999999999999999999999GB", "2000TB"])
  func `what is no size is refused`(typed: String) {
    #expect(throws: (any Error).self) { try CacheLimit.read(typed) }
  }
}

/// A clock that a test moves.
final class MovedClock: Sendable {
  private let milliseconds = Mutex<Int64>(1_795_273_445_678)

  var now: @Sendable () -> WireDate {
    { [self] in WireDate(milliseconds: milliseconds.withLock { $0 }) }
  }

  func move(_ step: Duration) {
    milliseconds.withLock { $0 += step.components.seconds * 1000 }
  }
}

/// What is kept on disk: found again, never half, never more than it may be, whoever is killed.
import Foundation
import MarketTestSupport
import MarketWire
import Testing

@testable import DiskCache

@Suite struct DiskCacheTests {
  private let path = NSTemporaryDirectory() + "cache-\(UUID().uuidString)/kept"
  private let clock = MovedClock()

  private func cache(_ limit: Int = 1_000_000) -> DiskCache {
    DiskCache(path: path, byteLimit: limit, now: milliseconds)
  }

  private var milliseconds: @Sendable () -> Int64 { { [clock] in clock.now().milliseconds } }

  private func entry(_ key: String, _ bytes: [UInt8], tag: String? = nil) -> CacheEntry {
    CacheEntry(key: key, validatedAt: milliseconds(), tag: tag, bytes: bytes)
  }

  private func file(_ key: String) -> String { "\(path)/\(cache().fileName(of: key))" }

  private func names() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func cleanUp() {
    try? FileManager.default.removeItem(
      at: URL(filePath: path).deletingLastPathComponent())
  }

  @Test(arguments: ["\"abc\"", nil])
  func `what is kept is found by every shell of its owner`(tag: String?) throws {
    defer { cleanUp() }
    let kept = entry("list a", Array(0...255), tag: tag)
    cache().store(kept)
    #expect(cache().entry("list a") == kept)
    #expect(cache().header("list a") == kept.header)
    #expect(cache().entry("list b") == nil)
    #expect(try mode(path) == 0o700)
    #expect(try mode(file("list a")) == 0o600)
    // The later of two is the one that is kept.
    cache().store(entry("list a", [1], tag: tag))
    #expect(cache().entry("list a")?.bytes == [1])
    #expect(names().count == 1)
  }

  @Test(arguments: ["", "a", "picture \u{0}", "../../a", "Ärger b", "photo", " list", "new- x"])
  func `any text of one line is a key`(key: String) {
    defer { cleanUp() }
    cache().store(entry(key, [1, 2]))
    #expect(cache().entry(key)?.bytes == [1, 2])
    #expect(cache().usage().files == 1)
    #expect(cache().clear().files == 1)
    #expect(names().isEmpty)
  }

  @Test func `what could not be found again is not written`() {
    defer { cleanUp() }
    let long = String(repeating: "x", count: 9_000)
    for key in ["a\nb", "a\r\nb", "\n", long] { cache().store(entry(key, [1])) }
    for tag in ["a\nb", "a\r\nb", long] { cache().store(entry("a", [1], tag: tag)) }
    #expect(names().isEmpty)
  }

  @Test func `a file that was cut off or changed anywhere is as if it were not there`() throws {
    defer { cleanUp() }
    let kept = entry("a", [1, 2, 3, 4], tag: "t")
    cache().store(kept)
    let whole = try Data(contentsOf: URL(filePath: file("a")))
    var damaged = (0..<whole.count).map { whole.prefix($0) } + [whole + [0]]
    for place in whole.indices {
      var changed = whole
      changed[place] ^= 0x20
      damaged.append(changed)
    }
    for (index, content) in damaged.enumerated() {
      try content.write(to: URL(filePath: file("a")))
      #expect(cache().entry("a") == nil, "damage \(index)")
      // The header is believed without the bytes, but only as it was written.
      #expect([nil, kept.header].contains(cache().header("a")), "damage \(index)")
    }
    // It is kept anew like any other.
    cache().store(kept)
    #expect(try Data(contentsOf: URL(filePath: file("a"))) == whole)
    // A file under a wrong name is another one's.
    try whole.write(to: URL(filePath: file("b")))
    #expect(cache().entry("b") == nil)
    #expect(cache().header("b") == nil)
  }

  @Test func `a kill while something is written leaves nothing that is read, and not for long`()
    throws
  {
    defer { cleanUp() }
    let first = cache(1_000)
    first.store(entry("a", [1]))
    let half = "\(path)/.new-aB3xyz"
    try Data([0]).write(to: URL(filePath: half))
    #expect(first.usage().files == 1)
    clock.move(.seconds(400 * 86_400))
    cache(1_000).store(entry("b", [2]))
    #expect(!FileManager.default.fileExists(atPath: half))
    #expect(first.entry("a")?.bytes == [1])
  }

  @Test func `too much is brought to half, what was used longest ago first`() {
    defer { cleanUp() }
    let small = cache(100_000)
    // All kinds stand in one row.
    let keys = (0..<12).map { "\($0 % 2 == 0 ? "picture" : "photo") \($0)" }
    for key in keys[..<9] {
      small.store(entry(key, [UInt8](repeating: 7, count: 10_000)))
      clock.move(.seconds(120))
    }
    // Reading is a use, also by another shell.
    #expect(cache(100_000).entry(keys[0]) != nil)
    clock.move(.seconds(120))
    for key in keys[9...] {
      small.store(entry(key, [UInt8](repeating: 7, count: 10_000)))
      clock.move(.seconds(120))
    }
    #expect(small.usage().bytes <= 100_000)
    #expect(small.entry(keys[0]) != nil)
    #expect(small.entry(keys[1]) == nil)
    #expect(small.entry(keys[2]) == nil)
    #expect(small.entry(keys[11]) != nil)
  }

  @Test func `many shells that write once each keep the limit too`() {
    defer { cleanUp() }
    var most = 0
    for number in 0..<2_000 {
      cache(200_000).store(entry("\(number)", [UInt8](repeating: 7, count: 800)))
      clock.move(.seconds(1))
      if number % 50 == 0 { most = max(most, cache().usage().bytes) }
    }
    #expect((100_000...250_000).contains(most))
    #expect(cache().entry("1999") != nil)
    #expect(cache().entry("0") == nil)
  }

  @Test func `a last use in the future is one of now`() throws {
    defer { cleanUp() }
    let small = cache(40_000)
    small.store(entry("a", [UInt8](repeating: 7, count: 12_000)))
    clock.move(.seconds(-86_400))
    #expect(small.entry("a") != nil)
    clock.move(.seconds(120))
    for key in ["b", "c", "d"] {
      small.store(entry(key, [UInt8](repeating: 7, count: 12_000)))
      clock.move(.seconds(120))
    }
    #expect(small.entry("a") == nil)
    #expect(small.entry("d") != nil)
  }

  @Test func `less room is less at once, and none is nothing`() {
    defer { cleanUp() }
    for number in 0..<8 {
      cache().store(entry("\(number)", [UInt8](repeating: 7, count: 10_000)))
      clock.move(.seconds(120))
    }
    cache().evict()
    #expect(cache().usage().files == 8)
    cache(50_000).evict()
    #expect(cache().usage().files == 2)
    #expect(cache().entry("7") != nil)
    let off = cache(0)
    off.store(entry("8", []))
    #expect(off.entry("7") == nil)
    #expect(cache().usage().files == 2)
    off.evict()
    #expect(names().isEmpty)
  }

  @Test func `what would take all the room is not kept`() {
    defer { cleanUp() }
    cache(10_000).store(entry("small", [UInt8](repeating: 7, count: 4_000)))
    cache(10_000).store(entry("large", [UInt8](repeating: 7, count: 5_001)))
    #expect(cache(10_000).entry("small") != nil)
    #expect(cache(10_000).entry("large") == nil)
  }

  @Test func `several shells write and clear at once, and nothing half is ever seen`() async {
    defer { cleanUp() }
    await withTaskGroup(of: Void.self) { group in
      for shell in 0..<4 {
        group.addTask { [self] in
          let cache = cache(200_000)
          for round in 0..<40 {
            let bytes = [UInt8](repeating: UInt8(shell), count: 5_000 + round)
            cache.store(entry("same", bytes))
            if let found = cache.entry("same") {
              #expect(Set(found.bytes).count == 1)
            }
            if round % 10 == 9 { cache.clear() }
          }
        }
      }
    }
    #expect(names().count <= 1)
  }

  @Test func `kinds are counted by themselves`() {
    defer { cleanUp() }
    for key in ["picture 1", "picture 2", "drawn 1", "photo 1", "1"] {
      cache().store(entry(key, [1, 2, 3]))
    }
    let tally = cache().usage()
    #expect(tally.files == 5)
    #expect(tally.part(of: ["picture", "drawn"]).files == 3)
    #expect(tally.part(of: ["photo"]).files == 1)
    #expect(tally.part(of: ["list"]) == CacheUsage.Part())
    let sizes = names().map { (try? Data(contentsOf: URL(filePath: "\(path)/\($0)")))?.count ?? 0 }
    #expect(tally.bytes == sizes.reduce(0, +))
    #expect(cache().clear() == tally)
    #expect(cache().clear() == CacheUsage())
  }
}

// What else may be in the folder, or in its place.
extension DiskCacheTests {
  @Test func `a folder that cannot be is no error`() throws {
    defer { cleanUp() }
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("a file".utf8).write(to: URL(filePath: path))
    for place in ["/dev/null/cache", path, "\(path)/inside"] {
      let cache = DiskCache(path: place, byteLimit: 1_000_000, now: milliseconds)
      cache.store(entry("a", [1]))
      #expect(cache.entry("a") == nil)
      #expect(cache.usage().files == 0)
      #expect(cache.clear().files == 0)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a file")
  }

  @Test func `what others put there stays, and is not counted`() throws {
    defer { cleanUp() }
    cache().store(entry("a", [1]))
    let names = [
      "notes.txt", "a-b", "photo-\(String(repeating: "g", count: 64))",
      "Photo-\(String(repeating: "a", count: 64))", "-\(String(repeating: "a", count: 64))",
    ]
    for name in names { try Data(count: 900).write(to: URL(filePath: "\(path)/\(name)")) }
    #expect(cache().usage().files == 1)
    cache(0).evict()
    #expect(cache().clear() == CacheUsage())
    #expect(self.names() == names.sorted())
  }

  @Test func `a link is not followed, and is replaced by what is kept`() throws {
    defer { cleanUp() }
    cache().store(entry("a", [1]))
    let elsewhere = URL(filePath: path).deletingLastPathComponent().appending(path: "mine").path
    try FileManager.default.moveItem(atPath: file("a"), toPath: elsewhere)
    let before = try Data(contentsOf: URL(filePath: elsewhere))
    try FileManager.default.createSymbolicLink(
      atPath: file("a"), withDestinationPath: elsewhere)
    #expect(cache().entry("a") == nil)
    #expect(cache().usage().files == 0)
    cache().store(entry("a", [2]))
    #expect(cache().entry("a")?.bytes == [2])
    cache().clear()
    #expect(try Data(contentsOf: URL(filePath: elsewhere)) == before)
  }

  @Test func `what somebody else may have written is not read`() throws {
    defer { cleanUp() }
    cache().store(entry("a", [1]))
    for mode in [0o622, 0o606, 0o620] as [mode_t] {
      try #require(chmod(file("a"), mode) == 0)
      #expect(cache().entry("a") == nil)
      #expect(cache().header("a") == nil)
    }
    try #require(chmod(file("a"), 0o600) == 0)
    #expect(cache().entry("a")?.bytes == [1])
    // Only root can give a file away.
    guard geteuid() == 0 else { return }
    try #require(chown(file("a"), 1, 1) == 0)
    #expect(cache().entry("a") == nil)
    cache().store(entry("a", [2]))
    #expect(cache().entry("a")?.bytes == [2])
  }

  @Test func `a pipe or a folder in place of a file holds nobody up`() throws {
    defer { cleanUp() }
    cache().store(entry("a", [1]))
    try FileManager.default.removeItem(atPath: file("a"))
    #expect(mkfifo(file("a"), 0o600) == 0)
    try FileManager.default.createDirectory(
      atPath: file("b"), withIntermediateDirectories: true)
    cache().store(entry("b", [1]))
    for key in ["a", "b"] {
      #expect(cache().entry(key) == nil)
      #expect(cache().header(key) == nil)
    }
    #expect(cache().usage().files == 0)
    #expect(names().count == 2)
  }

  @Test func `a file of any size takes no more memory than an entry may`() throws {
    defer { cleanUp() }
    let large = cache(1_000_000_000_000)
    large.store(entry("a", [1]))
    // A hole of a terabyte takes no room on disk.
    let length: off_t = 1 << 40
    try #require(truncate(file("a"), length) == 0)
    #expect(large.entry("a") == nil)
    #expect(large.header("a")?.byteCount == 1)
  }
}

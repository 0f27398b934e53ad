import Foundation
import MarketTestSupport
import MarketWire
import Testing

@testable import DiskCache

@Suite(.timeLimit(.minutes(60))) struct DiskCacheTests {
  private let path = NSTemporaryDirectory() + "cache-\(UUID().uuidString)/kept"
  private let clock = ManualWallClock()

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
  func `every process of the same user finds a stored entry`(tag: String?) throws {
    defer { cleanUp() }
    let stored = entry("list a", Array(0...255), tag: tag)
    cache().store(stored)
    #expect(cache().entry("list a") == stored)
    #expect(cache().header("list a") == stored.header)
    #expect(cache().entry("list b") == nil)
    #expect(try mode(path) == 0o700)
    #expect(try mode(file("list a")) == 0o600)
    // A second entry replaces the first.
    cache().store(entry("list a", [1], tag: tag))
    #expect(cache().entry("list a")?.bytes == [1])
    #expect(names().count == 1)
  }

  @Test(arguments: ["", "a", "picture \u{0}", "../../a", "Ärger b", "photo", " list", "new- x"])
  func `any single line is a valid key`(key: String) {
    defer { cleanUp() }
    cache().store(entry(key, [1, 2]))
    #expect(cache().entry(key)?.bytes == [1, 2])
    #expect(cache().usage().files == 1)
    #expect(cache().clear().files == 1)
    #expect(names().isEmpty)
  }

  @Test func `an entry whose header cannot be read back is not stored`() {
    defer { cleanUp() }
    let long = String(repeating: "x", count: 9_000)
    for key in ["a\nb", "a\r\nb", "\n", long] { cache().store(entry(key, [1])) }
    for tag in ["a\nb", "a\r\nb", long] { cache().store(entry("a", [1], tag: tag)) }
    #expect(names().isEmpty)
  }

  @Test func `a truncated or damaged file is a cache miss`() throws {
    defer { cleanUp() }
    let stored = entry("a", [1, 2, 3, 4], tag: "t")
    cache().store(stored)
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
      // Damaged bytes do not affect the header, but a damaged header is never returned.
      #expect([nil, stored.header].contains(cache().header("a")), "damage \(index)")
    }
    // Storing the entry again repairs the file.
    cache().store(stored)
    #expect(try Data(contentsOf: URL(filePath: file("a"))) == whole)
    // A file with the name of another key is a cache miss.
    try whole.write(to: URL(filePath: file("b")))
    #expect(cache().entry("b") == nil)
    #expect(cache().header("b") == nil)
  }

  @Test func `a temporary file of a killed process is ignored and deleted later`() throws {
    defer { cleanUp() }
    let first = cache(1_000)
    first.store(entry("a", [1]))
    let temporary = "\(path)/.new-aB3xyz"
    try Data([0]).write(to: URL(filePath: temporary))
    #expect(first.usage().files == 1)
    clock.move(.seconds(400 * 86_400))
    cache(1_000).store(entry("b", [2]))
    #expect(!FileManager.default.fileExists(atPath: temporary))
    #expect(first.entry("a")?.bytes == [1])
  }

  @Test func `above the limit, the least recently used half is deleted`() {
    defer { cleanUp() }
    let small = cache(100_000)
    // Entries of all kinds compete for the same space.
    let keys = (0..<12).map { "\($0 % 2 == 0 ? "picture" : "photo") \($0)" }
    for key in keys[..<9] {
      small.store(entry(key, [UInt8](repeating: 7, count: 10_000)))
      clock.move(.seconds(120))
    }
    // Reading counts as a use, also in another process.
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

  @Test func `the limit holds when many processes write one entry each`() {
    defer { cleanUp() }
    var highest = 0
    for number in 0..<2_000 {
      cache(200_000).store(entry("\(number)", [UInt8](repeating: 7, count: 800)))
      clock.move(.seconds(1))
      if number % 50 == 0 { highest = max(highest, cache().usage().bytes) }
    }
    #expect((100_000...250_000).contains(highest))
    #expect(cache().entry("1999") != nil)
    #expect(cache().entry("0") == nil)
  }

  @Test func `a last use in the future counts as now`() throws {
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

  @Test func `a lower limit takes effect at once, and 0 disables the cache`() {
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

  @Test func `an entry larger than half of the cache is not stored`() {
    defer { cleanUp() }
    cache(10_000).store(entry("small", [UInt8](repeating: 7, count: 4_000)))
    cache(10_000).store(entry("large", [UInt8](repeating: 7, count: 5_001)))
    #expect(cache(10_000).entry("small") != nil)
    #expect(cache(10_000).entry("large") == nil)
  }

  @Test func `concurrent writes and clears never show half an entry`() async {
    defer { cleanUp() }
    await withTaskGroup(of: Void.self) { group in
      for process in 0..<4 {
        group.addTask { [self] in
          let cache = cache(200_000)
          for round in 0..<40 {
            let bytes = [UInt8](repeating: UInt8(process), count: 5_000 + round)
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

  @Test func `usage is counted by kind`() {
    defer { cleanUp() }
    for key in ["picture 1", "picture 2", "drawn 1", "photo 1", "1"] {
      cache().store(entry(key, [1, 2, 3]))
    }
    let usage = cache().usage()
    #expect(usage.files == 5)
    #expect(usage.part(of: ["picture", "drawn"]).files == 3)
    #expect(usage.part(of: ["photo"]).files == 1)
    #expect(usage.part(of: ["list"]) == CacheUsage.Part())
    let sizes = names().map { (try? Data(contentsOf: URL(filePath: "\(path)/\($0)")))?.count ?? 0 }
    #expect(usage.bytes == sizes.reduce(0, +))
    #expect(cache().clear() == usage)
    #expect(cache().clear() == CacheUsage())
  }
}

// Unusual files in the folder or in its place.
extension DiskCacheTests {
  @Test func `a folder that cannot be created disables the cache without an error`() throws {
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

  @Test func `files of other programs are neither counted nor deleted`() throws {
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

  @Test func `a symbolic link is not followed, and storing an entry replaces it`() throws {
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

  @Test func `a file that another user may have written is not read`() throws {
    defer { cleanUp() }
    cache().store(entry("a", [1]))
    for mode in [0o622, 0o606, 0o620] as [mode_t] {
      try #require(chmod(file("a"), mode) == 0)
      #expect(cache().entry("a") == nil)
      #expect(cache().header("a") == nil)
    }
    try #require(chmod(file("a"), 0o600) == 0)
    #expect(cache().entry("a")?.bytes == [1])
    // Only root can change a file's owner.
    guard geteuid() == 0 else { return }
    try #require(chown(file("a"), 1, 1) == 0)
    #expect(cache().entry("a") == nil)
    cache().store(entry("a", [2]))
    #expect(cache().entry("a")?.bytes == [2])
  }

  @Test func `a pipe or a folder in place of a file does not block`() throws {
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

  @Test func `a huge file is not read into memory`() throws {
    defer { cleanUp() }
    let large = cache(1_000_000_000_000)
    large.store(entry("a", [1]))
    // A sparse file of a terabyte takes no space on disk.
    let length: off_t = 1 << 40
    try #require(truncate(file("a"), length) == 0)
    #expect(large.entry("a") == nil)
    #expect(large.header("a")?.byteCount == 1)
  }
}

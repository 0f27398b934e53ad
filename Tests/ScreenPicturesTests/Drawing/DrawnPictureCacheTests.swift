import TerminalKit
import Testing

@testable import ScreenPictures

@Suite(.timeLimit(.minutes(60))) struct DrawnPictureCacheTests {
  private func key(_ name: String, columns: Int = 8) -> DrawnPictureCache.Key {
    DrawnPictureCache.Key(
      picture: name, box: CellBox(columns: columns, rows: 4), cell: .unknown, method: .symbols,
      color: .trueColor)
  }

  /// Creates a drawing of about `bytes` bytes.
  private func drawing(_ bytes: Int, _ character: String = "x") -> DrawnPicture {
    let text = String(repeating: character, count: bytes)
    return .stream(TerminalPicture(box: CellBox(columns: 8, rows: 4), .sixel(text)))
  }

  @Test func `a drawing is found only with an equal key`() throws {
    let cache = DrawnPictureCache()
    let rows = DrawnPicture.lines(["▀▄", "▄▀"], columns: 2)
    cache.keep(rows, as: key("a"))
    #expect(cache.drawn(key("a")) == rows)
    var others = [key("b"), key("a", columns: 9)]
    let changes: [(inout DrawnPictureCache.Key) -> Void] = [
      { $0.cell = CellSize(width: 9, height: 18) ?? .unknown }, { $0.method = .sixel },
      { $0.color = .ansi16 }, { $0.background = .rgb(255, 255, 255) },
    ]
    for change in changes {
      var other = key("a")
      change(&other)
      others.append(other)
    }
    for other in others { #expect(cache.drawn(other) == nil, "\(other)") }
  }

  @Test func `a drawing replaces the previous one`() {
    let cache = DrawnPictureCache()
    cache.keep(drawing(10_000), as: key("a"))
    let before = cache.byteCount
    cache.keep(drawing(10_000, "y"), as: key("a"))
    #expect(cache.byteCount == before)
    #expect(cache.drawn(key("a")) == drawing(10_000, "y"))
  }

  @Test func `the least recently used drawings are evicted down to half the limit`() {
    let cache = DrawnPictureCache(byteLimit: 10_000)
    for name in ["a", "b", "c", "d"] { cache.keep(drawing(2_000), as: key(name)) }
    #expect(cache.drawn(key("a")) != nil)
    cache.keep(drawing(2_000), as: key("e"))
    #expect(cache.byteCount <= 5_000)
    let remaining = ["a", "b", "c", "d", "e"].filter { cache.drawn(key($0)) != nil }
    #expect(remaining == ["a", "e"])
  }

  @Test(arguments: [-1, 0, 100, 5_000, 100_000])
  func `the limit is never exceeded`(limit: Int) {
    let cache = DrawnPictureCache(byteLimit: limit)
    for number in 0..<200 {
      cache.keep(drawing(number * 37 % 3_000), as: key("\(number % 50)"))
      #expect(cache.byteCount <= max(0, limit))
    }
  }

  @Test func `a drawing that is too large is not stored and evicts nothing`() {
    let cache = DrawnPictureCache(byteLimit: 5_000)
    cache.keep(drawing(1_000), as: key("a"))
    cache.keep(drawing(6_000), as: key("b"))
    #expect(cache.drawn(key("a")) != nil && cache.drawn(key("b")) == nil)
    cache.clear()
    #expect(cache.drawn(key("a")) == nil && cache.byteCount == 0)
  }

  @Test func `many threads can use the cache`() async {
    let cache = DrawnPictureCache(byteLimit: 20_000)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<500 {
            let name = "\((task + number) % 20)"
            let same = self.drawing(1_500, String(name.first ?? "x"))
            cache.keep(same, as: self.key(name))
            if let found = cache.drawn(self.key(name)) { #expect(found == same) }
          }
        }
      }
    }
    #expect(cache.byteCount > 0 && cache.byteCount <= 20_000)
  }
}

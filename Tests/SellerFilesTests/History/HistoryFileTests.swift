import Foundation
import MarketTestSupport
import MarketWire
import Testing

@testable import SellerFiles

@Suite(.timeLimit(.minutes(60))) struct HistoryFileTests {
  /// A folder that is deleted together with this value.
  private final class Place: Sendable {
    let folder = NSTemporaryDirectory() + "history-\(UUID().uuidString)"
    var path: String { "\(folder)/state/history" }

    deinit { TemporaryFolder.delete(folder) }

    func shell(_ limits: HistoryLimits = HistoryLimits()) -> HistoryFile {
      HistoryFile(path: path, limits: limits) { WireDate(milliseconds: 1_795_273_445_678) }
    }

    func write(_ text: String) throws { try write(Data(text.utf8)) }

    func write(_ data: Data) throws {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/state", withIntermediateDirectories: true)
      try data.write(to: URL(filePath: path))
    }

    func mode(_ path: String) throws -> Int {
      let facts = try FileManager.default.attributesOfItem(atPath: path)
      return try #require(facts[.posixPermissions] as? Int)
    }
  }

  private static let home = MarketKey(name: "home", url: "http://market.local")
  private static let done = HistoryEntry.Outcome(code: 0, ran: "list")

  private static let texts = [
    "list", "search \"머그 컵\"", "add --name 'a\nb' \\\n --price 5", "search a\tb\\n\\t", "\\",
    "e\u{301} 🫖",
    String(repeating: "가", count: 20_000),
  ]

  @Test(arguments: texts)
  func `a line is read back unchanged, with its outcome`(text: String) throws {
    let place = Place()
    let shell = place.shell()
    let entry = shell.append(text, at: .init(name: "a\tb\n", url: "http://x\\"))
    shell.finish(entry, with: .init(code: 3, ran: text + "\nlist", codes: [7: "MUG-01", 12: "머그"]))
    let other = try #require(place.shell().load().first)
    #expect(Array(other.line.utf8) == Array(text.utf8))
    #expect(other.market == .init(name: "a\tb\n", url: "http://x\\"))
    #expect(other.time.milliseconds == 1_795_273_445_678)
    #expect(other.outcome == .init(code: 3, ran: text + "\nlist", codes: [7: "MUG-01", 12: "머그"]))
  }

  @Test func `only the owner can read the file`() throws {
    let place = Place()
    _ = place.shell().append("list", at: Self.home)
    #expect(try place.mode(place.path) == 0o600)
    #expect(try place.mode(place.folder + "/state") == 0o700)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: place.path)
    _ = place.shell().append("mine", at: Self.home)
    #expect(try place.mode(place.path) == 0o600)
  }

  @Test func `several shells lose no line and use each number once`() async throws {
    let place = Place()
    await withTaskGroup(of: Void.self) { group in
      for shell in 0..<8 {
        group.addTask {
          let file = place.shell()
          for number in 0..<40 {
            let entry = file.append("list --page \(shell * 100 + number + 1)", at: Self.home)
            file.finish(entry, with: Self.done)
          }
        }
      }
    }
    let all = place.shell().load()
    #expect(Set(all.map(\.line)).count == 320)
    #expect(all.map(\.number) == Array(1...320))
    #expect(all.allSatisfy { $0.outcome == Self.done })
  }

  @Test func `a shell that shrinks the file loses no line of other shells`() async throws {
    let place = Place()
    var limits = HistoryLimits()
    limits.bytes = 3000
    limits.entries = 20
    await withTaskGroup(of: Void.self) { [limits] group in
      for shell in 0..<4 {
        group.addTask {
          let file = place.shell(limits)
          for number in 0..<60 { _ = file.append("page \(shell)\(number)", at: Self.home) }
        }
      }
    }
    let all = place.shell().load()
    #expect(all.last?.number == 240)
    let numbers = all.map(\.number)
    #expect(numbers == Array((numbers.first ?? 0)...240))
    let size = try FileManager.default.attributesOfItem(atPath: place.path)[.size] as? Int
    #expect(try #require(size) <= 3000)
  }

  @Test func `a shell sees the lines that existed when it started, and its own`() throws {
    let place = Place()
    _ = place.shell().append("list", at: Self.home)
    let shell = place.shell()
    #expect(shell.lines() == ["list"])
    _ = place.shell().append("mine", at: Self.home)
    _ = shell.append("show 1", at: Self.home)
    #expect(shell.lines() == ["list", "show 1"])
    #expect(try shell.entries().map(\.line) == ["list", "mine", "show 1"])
    #expect(shell.ownNumbers == [3])
  }

  @Test func `a line that is entered twice appears once, at its latest position`() {
    let place = Place()
    defer { withExtendedLifetime(place) {} }
    let shell = place.shell()
    for line in ["list", "mine", "list"] { _ = shell.append(line, at: Self.home) }
    #expect(shell.lines() == ["mine", "list"])
  }

  @Test func `a removed line is gone from memory and from the file`() throws {
    let place = Place()
    let shell = place.shell()
    for line in ["list", "mine", "list"] { _ = shell.append(line, at: Self.home) }
    shell.remove("list")
    #expect(shell.lines() == ["mine"])
    #expect(place.shell().lines() == ["mine"])
    #expect(try !String(contentsOfFile: place.path, encoding: .utf8).contains("list"))
    shell.remove("unknown")
    #expect(place.shell().lines() == ["mine"])
  }

  @Test func `a line of a killed shell has no outcome`() throws {
    let place = Place()
    _ = place.shell().append("list", at: Self.home)
    let entry = try #require(place.shell().load().first)
    #expect(entry.line == "list" && entry.outcome == nil)
  }

  private static let good = "+\t4\t1795273445678\thome\thttp://market.local\tlist\n"
  /// The text before a valid line.
  private static let damage: [String] = [
    "nonsense\n", "+\t1\n", "+\tx\t5\thome\tu\tmine\n", "+\t1\tx\thome\tu\tmine\n",
    "+\t1\t5\thome\tu\tmi\\qne\n", "+\t1\t5\thome\tu\tmine\textra\n", "+\t1\t5\thome\tu\t\n",
    "+\t-1\t5\thome\tu\tmine\n", "+\t99999999999999999999\t5\thome\tu\tmine\n",
    "+\t9223372036854775807\t5\thome\tu\tmine\n", "=\t1\t0\t\tlist\n", "=\t4\tx\t\tlist\n",
    "=\t4\t0\t1\tlist\n", "+\t1\t5\thome\tu\tmi\0ne\n", "\n\n\n", "\t\t\t\t\t\n",
    "?\t1\t5\t6\t7\t8\n",
    "#market history 9\n",
  ]

  @Test(arguments: damage)
  func `a damaged line is skipped and affects no other`(damage: String) throws {
    let place = Place()
    try place.write(damage + Self.good)
    let shell = place.shell()
    #expect(shell.lines() == ["list"])
    #expect(shell.append("show 1", at: Self.home).number == 5)
    #expect(place.shell().lines() == ["list", "show 1"])
    #expect(shell.takeError() == nil)
  }

  @Test func `invalid UTF-8 and an incomplete record affect no other line`() throws {
    let place = Place()
    let broken = Data("+\t1\t5\thome\tu\t".utf8) + Data([0xFF, 0xC3, 0x0A])
    try place.write(broken + Data(Self.good.utf8) + Data("+\t5\t17952".utf8))
    let shell = place.shell()
    #expect(shell.lines() == ["list"])
    _ = shell.append("show 1", at: Self.home)
    #expect(place.shell().lines() == ["list", "show 1"])
  }

  @Test func `the highest valid number causes no overflow`() throws {
    let place = Place()
    try place.write("+\t\(HistoryRecord.maximumNumber)\t5\thome\tu\tlist\n")
    let shell = place.shell()
    _ = shell.append("mine", at: Self.home)
    #expect(place.shell().lines().contains("list"))
    #expect(shell.lines() == ["list", "mine"])
  }

  @Test func `a file that is too large is reduced to its newest lines`() throws {
    let place = Place()
    var limits = HistoryLimits()
    limits.entries = 100
    limits.bytes = 1_000_000
    let many = (1...1000).map { "+\t\($0)\t5\thome\tu\tpage \($0)\n" }.joined()
    try place.write(many)
    #expect(place.shell(limits).lines() == (901...1000).map { "page \($0)" })
    #expect(place.shell().load().count == 100)
    limits.bytes = 2000
    try place.write(many)
    let lines = place.shell(limits).lines()
    #expect(lines.last == "page 1000" && lines.count > 40)
    let size = try FileManager.default.attributesOfItem(atPath: place.path)[.size] as? Int
    #expect(try #require(size) <= 2000)
  }

  @Test func `a line that is too long for the file exists in this shell only`() {
    let place = Place()
    let shell = place.shell()
    let line = "search " + String(repeating: "a", count: 70_000)
    let entry = shell.append(line, at: Self.home)
    shell.finish(entry, with: Self.done)
    _ = shell.append("list", at: Self.home)
    #expect(shell.lines() == [line, "list"])
    #expect(place.shell().lines() == ["list"])
    #expect(shell.takeError() == nil)
  }

  enum Obstacle: CaseIterable {
    case folder, fileAbove, pipe
  }

  @Test(arguments: Obstacle.allCases)
  func `without a file a shell keeps its own lines and reports the error once`(
    obstacle: Obstacle
  ) throws {
    let place = Place()
    let state = "\(place.folder)/state"
    switch obstacle {
    case .folder:
      try FileManager.default.createDirectory(atPath: place.path, withIntermediateDirectories: true)
    case .fileAbove:
      try FileManager.default.createDirectory(
        atPath: place.folder, withIntermediateDirectories: true)
      try Data("x".utf8).write(to: URL(filePath: state))
    case .pipe:
      try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
      #expect(mkfifo(place.path, 0o600) == 0)
    }
    let shell = place.shell()
    let entry = shell.append("list", at: Self.home)
    shell.finish(entry, with: Self.done)
    _ = shell.append("mine", at: Self.home)
    #expect(shell.lines() == ["list", "mine"])
    #expect(try shell.entries().map(\.line) == ["list", "mine"])
    #expect(shell.takeError() != nil)
    #expect(shell.takeError() == nil)
  }
}

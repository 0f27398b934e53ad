import Base
import Foundation
import MarketTestSupport
import MarketWire
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct PhotoPrepareTests {
  private static func world(_ photos: [String: String]) throws -> TestWorld {
    let world = try TestWorld(signedIn: false)
    for (name, fixture) in photos {
      try world.write(name, Data(try Fixture.bytes("photos/\(fixture)")))
    }
    return world
  }

  private static func names(_ world: TestWorld, _ folder: String) -> [String] {
    let path = "\(world.workingFolder)/\(folder)"
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  @Test func `each photo gets a copy with its name, and a row`() async throws {
    let world = try Self.world(["tree.heic": "turned.heic", "cup.png": "plain.png"])
    let result = await world.run("photo", "prepare", "tree.heic", "cup.png", "--json")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(Self.names(world, "prepared") == ["cup.png", "tree.jpg"])
    let rows = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
    #expect(rows.map { $0["file"] as? String } == ["tree.heic", "cup.png"])
    #expect(rows.map { $0["output"] as? String } == ["prepared/tree.jpg", "prepared/cup.png"])
    let done = rows.map { $0["done"] as? String ?? "" }
    #expect(done[0].hasPrefix("turned, metadata removed"))
    #expect(done[1].hasPrefix("already fits"))
    // Nothing is asked of a market, and no folder of its own is made.
    #expect(world.spy.requests.isEmpty)
  }

  @Test func `programs get the numbers before and after`() async throws {
    let world = try Self.world(["tree.heic": "turned.heic", "cup.png": "plain.png"])
    let words = ["photo", "prepare", "tree.heic", "cup.png"]
    let result = await world.run(words + ["--json"], on: FakeTerminal(isTTY: false))
    let rows = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
    let bytes = try ["tree.heic", "prepared/tree.jpg"].map {
      try Data(contentsOf: URL(filePath: "\(world.workingFolder)/\($0)")).count
    }
    let keys = ["width", "height", "bytes"]
    #expect(keys.map { rows[0]["\($0)_before"] as? Int } == [96, 128, bytes[0]])
    #expect(keys.map { rows[0]["\($0)_after"] as? Int } == [96, 128, bytes[1]])
    #expect(rows[0]["format_before"] as? String == "heic")
    #expect(rows[0]["format_after"] as? String == "jpeg")
    #expect(rows[0]["quality"] as? Int == 92)
    #expect(rows[1]["quality"] is NSNull)
    #expect(rows[0]["before"] == nil && rows[0]["after"] == nil)
    // TSV has the same numbers; texts for people are fields that can be selected.
    let table = await world.run(words + ["--format", "tsv"], on: FakeTerminal(isTTY: false))
    let lines = table.output.split(separator: "\n").map { $0.split(separator: "\t") }
    let last = try #require(lines.first)
    #expect(
      last.prefix(10).map(String.init) == [
        "tree.heic", "heic", "96", "128", "\(bytes[0])", "jpeg", "96", "128", "\(bytes[1])", "92",
      ])
    let selected = await world.run(
      words + ["--fields", "file,after,quality"], on: FakeTerminal(isTTY: false))
    #expect(selected.output.hasPrefix("tree.heic\t96×128 "))
  }

  @Test func `a table on a terminal`() async throws {
    let world = try Self.world(["tree.jpg": "gps-6.jpg"])
    let terminal = FakeTerminal(columns: 100)
    let result = await world.run(["photo", "prepare", "tree.jpg", "--out", "ready"], on: terminal)
    for word in ["file", "before", "after", "done", "24×16 913 bytes", "location data removed"] {
      #expect(result.output.contains(word), "\(word) in \(result.output)")
    }
    #expect(!result.output.contains("bytes_before") && !result.output.contains("quality"))
  }

  @Test(arguments: [60, 72, 80, 100, 140])
  func `a table truncates names at the start, and never sizes`(columns: Int) async throws {
    let folder = "a-long-name-of-a-folder-for-one-summer"
    let world = try Self.world(["tree.jpg": "gps-6.jpg", "cup.jpg": "located.jpg"])
    try FileManager.default.createDirectory(
      atPath: "\(world.workingFolder)/\(folder)", withIntermediateDirectories: true)
    try world.write("\(folder)/tree.jpg", Data(try Fixture.bytes("photos/large-profile.jpg")))
    let result = await world.run(
      ["photo", "prepare", "tree.jpg", "cup.jpg", "\(folder)/tree.jpg", "--out", "ready/"],
      on: FakeTerminal(columns: columns))
    #expect(result.exitCode == 0, "\(result.error)")
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.allSatisfy { $0.count <= columns }, "\(result.output)")
    for row in lines.filter({ $0.contains("×") }) {
      #expect(row.contains(/\d+×\d+ \d+ (bytes|KB) jpeg/), "\(row)")
      #expect(!row.dropFirst().contains("…"), "\(row)")
    }
    #expect(lines.contains { $0.contains("/tree.jpg  ") }, "\(result.output)")
    #expect(lines.contains("3 written to ready/"), "\(result.output)")
    #expect(!result.output.contains("ready/tree"))
    let again = await world.run(
      ["photo", "prepare", "tree.jpg", "cup.jpg", "--out", "ready"],
      on: FakeTerminal(columns: columns))
    #expect(again.output.contains("all copies already exist in ready/"), "\(again.output)")
  }

  @Test func `preparing a second time writes nothing and says so`() async throws {
    let world = try Self.world(["tree.webp": "alpha.webp"])
    let first = await world.run("photo", "prepare", "tree.webp")
    let path = "\(world.workingFolder)/prepared/tree.jpg"
    let before = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    let second = await world.run("photo", "prepare", "tree.webp")
    let after = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    #expect(first.exitCode == 0 && second.exitCode == 0)
    #expect(second.output.contains("already there") && !first.output.contains("already there"))
    #expect(before == after)
  }

  @Test func `an existing file is overwritten only if that is allowed`() async throws {
    let world = try Self.world(["tree.jpg": "turned-6.jpg", "cup.jpg": "turned-3.jpg"])
    try FileManager.default.createDirectory(
      atPath: "\(world.workingFolder)/ready", withIntermediateDirectories: true)
    try world.write("ready/tree.jpg", "mine")
    let result = await world.run("photo", "prepare", "tree.jpg", "cup.jpg", "--out", "ready")
    #expect(result.ends(with: 6, saying: "ready/tree.jpg: the file exists; `--yes` overwrites it"))
    #expect(result.error.contains("1 of 2 prepared, 1 failed"))
    #expect(result.output.hasPrefix("cup.jpg\t"))
    let path = "\(world.workingFolder)/ready/tree.jpg"
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    let yes = await world.run("photo", "prepare", "tree.jpg", "--out", "ready", "--yes")
    #expect(yes.exitCode == 0, "\(yes.error)")
    #expect(try Data(contentsOf: URL(filePath: path)).starts(with: [0xFF, 0xD8]))
    #expect(Self.names(world, "ready") == ["cup.jpg", "tree.jpg"])
  }

  @Test(arguments: [[], ["--yes"]])
  func `an original is never overwritten`(_ more: [String]) async throws {
    let world = try Self.world(["tree.jpg": "turned-6.jpg", "cup.jpg": "plain.png"])
    let before = try Data(contentsOf: URL(filePath: "\(world.workingFolder)/tree.jpg"))
    let result = await world.run(
      ["photo", "prepare", "tree.jpg", "--out", "."] + more, on: FakeTerminal(isTTY: false))
    #expect(result.exitCode == 1)
    #expect(
      result.error.contains(
        "tree.jpg: it would overwrite tree.jpg, an original: choose another folder with `--out`"))
    #expect(try Data(contentsOf: URL(filePath: "\(world.workingFolder)/tree.jpg")) == before)
    // A link does not lead to overwriting another photo either.
    try FileManager.default.createSymbolicLink(
      atPath: "\(world.workingFolder)/prepared", withDestinationPath: world.workingFolder)
    let linked = await world.run(
      ["photo", "prepare", "tree.jpg"] + more, on: FakeTerminal(isTTY: false))
    #expect(linked.exitCode == 1)
    #expect(try Data(contentsOf: URL(filePath: "\(world.workingFolder)/tree.jpg")) == before)
  }

  @Test func `photos of the same name get numbers, one file is prepared once`() async throws {
    let world = try Self.world([
      "tree.jpg": "turned-6.jpg", "tree.heic": "turned.heic", "Tree.png": "plain.png",
    ])
    let words = ["photo", "prepare", "tree.jpg", "./tree.jpg", "tree.heic", "Tree.png"]
    let result = await world.run(
      words + ["--fields", "file,output"], on: FakeTerminal(isTTY: false))
    #expect(
      result.output == """
        tree.jpg\tprepared/tree.jpg
        tree.heic\tprepared/tree-2.jpg
        Tree.png\tprepared/Tree-3.png

        """)
  }

  @Test func `the file extension does not matter`() async throws {
    let world = try Self.world([
      "tree.jpg": "turned.heic", "cup.heic": "plain.png", "bowl": "gps-6.jpg",
    ])
    let result = await world.run(
      ["photo", "prepare", "tree.jpg", "cup.heic", "bowl", "--fields", "format_before,output"],
      on: FakeTerminal(isTTY: false))
    #expect(
      result.output == "heic\tprepared/tree.jpg\npng\tprepared/cup.png\njpeg\tprepared/bowl.jpg\n")
  }

  @Test func `originals are never written`() async throws {
    let names = ["turned.heic", "gps-6.jpg", "alpha.webp", "plain.png", "located.jpg", "text.jpg"]
    let world = try Self.world(Dictionary(uniqueKeysWithValues: names.map { ($0, $0) }))
    let long = Date(timeIntervalSince1970: 1_000_000_000)
    for name in names {
      try FileManager.default.setAttributes(
        [.modificationDate: long, .posixPermissions: 0o400],
        ofItemAtPath: "\(world.workingFolder)/\(name)")
    }
    _ = await world.run(["photo", "prepare", "--yes"] + names, on: FakeTerminal(isTTY: false))
    #expect(Self.names(world, "prepared").count == names.count - 1)
    for name in names {
      let path = "\(world.workingFolder)/\(name)"
      let facts = try FileManager.default.attributesOfItem(atPath: path)
      #expect(facts[.modificationDate] as? Date == long, "\(name)")
      #expect((facts[.posixPermissions] as? NSNumber)?.intValue == 0o400, "\(name)")
      let bytes = try Data(contentsOf: URL(filePath: path))
      #expect(bytes == Data(try Fixture.bytes("photos/\(name)")), "\(name)")
    }
  }

  /// Damaged photos with the reason and the suggestion.
  static let broken: [(String, String)] = [
    ("empty.jpg", "it is not a photo but an empty file; use a JPEG"),
    ("text.jpg", "it is not a photo but text; use a JPEG"),
    ("truncated.jpg", "the jpeg ends early, after 2 KB: copy or download it again"),
    ("truncated.heic", "the heic ends early"), ("truncated.webp", "the webp ends early"),
    ("plain.gif", "it is a GIF; save it as JPEG or PNG first"), ("turned-1.tif", "it is a TIFF"),
    ("half.jpg", "the jpeg ends early"),
    ("half-rows.png", "the png ends early"),
    ("wrong-crc.png", "damaged (a wrong checksum); open it in another program and save it again"),
    ("bomb.png", "60000×60000 pixels are more than the limit of 50 megapixels"),
    ("bomb.jpg", "60000×60000 pixels are more than the limit of 250 megapixels"),
  ]

  @Test func `damaged photos are reported with reasons, others are prepared`() async throws {
    var photos = Dictionary(uniqueKeysWithValues: Self.broken.map { ($0.0, $0.0) })
    photos["tree.jpg"] = "turned-6.jpg"
    let world = try Self.world(photos)
    let result = await world.run(
      ["photo", "prepare"] + Self.broken.map(\.0) + ["gone.jpg", "tree.jpg"],
      on: FakeTerminal(isTTY: false))
    #expect(result.exitCode == 6)
    for (name, reason) in Self.broken + [("gone.jpg", "there is no such file")] {
      #expect(
        result.error.split(separator: "\n").contains {
          $0.contains("\(name): ") && $0.contains(reason)
        }, "\(name) in \(result.error)")
    }
    #expect(result.error.contains("1 of 14 prepared, 13 failed"))
    #expect(Self.names(world, "prepared") == ["tree.jpg"])
  }

  @Test func `one damaged photo is exit 1, and so is a pattern without a match`() async throws {
    let world = try Self.world(["text.jpg": "text.jpg"])
    let result = await world.run("photo", "prepare", "text.jpg")
    #expect(result.exitCode == 1)
    #expect(!result.error.contains("of 1"))
    let none = await world.run("-c", "photo prepare *.nothing")
    #expect(none.ends(with: 1, saying: "no file matches"))
  }

  @Test func `photos that are refused leave no folder`() async throws {
    let world = try TestWorld()
    try world.write("text.jpg", Data("not a photo".utf8))
    for words in [
      ["photo", "prepare", "text.jpg", "gone.jpg", "--out", "new/inner"],
      ["photo", "save", "999", "--out", "new/inner"],
      ["export", "new.csv", "--photos", "new/inner", "--market", "nowhere"],
    ] {
      #expect(await world.run(words).exitCode != 0)
      #expect(!FileManager.default.fileExists(atPath: "\(world.workingFolder)/new"), "\(words)")
    }
  }

  @Test func `a folder that cannot be created is reported before anything is read`() async throws {
    let world = try Self.world(["tree.jpg": "turned-6.jpg"])
    let result = await world.run("photo", "prepare", "tree.jpg", "--out", "tree.jpg/inside")
    #expect(result.ends(with: 1, saying: "tree.jpg/inside"))
    let file = await world.run("photo", "prepare", "tree.jpg", "--out", "tree.jpg")
    #expect(file.error.contains("tree.jpg: it is a file, not a folder"), "\(file.error)")
    let folder = await world.run("photo", "prepare", "prepared")
    #expect(
      folder.error.contains("prepared: it is a folder; name its photos: prepared/*"),
      "\(folder.error)")
  }

  @Test func `Ctrl-C keeps the finished copies and reports the rest`() async throws {
    let world = try Self.world([:])
    let photo = Data(try Fixture.bytes("photos/turned-6.jpg"))
    let names = (1...600).map { "p\($0).jpg" }
    for name in names { try world.write(name, photo) }
    async let running = world.run(["photo", "prepare"] + names, on: FakeTerminal(isTTY: false))
    await waitUntil("a photo is prepared") { !Self.names(world, "prepared").isEmpty }
    world.interrupt()
    let result = await running
    #expect(result.exitCode == 130)
    let done = result.output.split(separator: "\n").count
    #expect(done > 0 && done < 600)
    #expect(
      result.error.contains("stopped: \(done) of 600 prepared, \(600 - done) left"), "\(result)")
    // Nothing half, and nothing that is not told.
    #expect(Self.names(world, "prepared").count == done)
    let again = await world.run(["photo", "prepare"] + names, on: FakeTerminal(isTTY: false))
    #expect(again.exitCode == 0, "\(again.error)")
    #expect(Self.names(world, "prepared").count == 600)
  }

  @Test func `transparent parts are drawn on the given background`() async throws {
    let world = try Self.world(["cup.webp": "alpha.webp"])
    #expect(await world.run("photo", "prepare", "cup.webp").exitCode == 0)
    let black = await world.run(
      "photo", "prepare", "cup.webp", "--background", "#000000", "--out", "black")
    #expect(black.exitCode == 0, "\(black.error)")
    let one = try Data(contentsOf: URL(filePath: "\(world.workingFolder)/prepared/cup.jpg"))
    let other = try Data(contentsOf: URL(filePath: "\(world.workingFolder)/black/cup.jpg"))
    #expect(one != other)
  }

  @Test func `add does not prepare a prepared photo again`() async throws {
    let world = try TestWorld()
    try world.write("tree.webp", Data(try Fixture.bytes("photos/alpha.webp")))
    #expect(await world.run("photo", "prepare", "tree.webp").exitCode == 0)
    let kept = try FileManager.default.contentsOfDirectory(atPath: world.paths.diskCache)
    #expect(kept.count == 1)
    let id = try await world.add("Oak tree", price: "1000", "--image", "tree.webp")
    #expect(try await world.listing(id).pictures?.count == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: world.paths.diskCache) == kept)
  }
}

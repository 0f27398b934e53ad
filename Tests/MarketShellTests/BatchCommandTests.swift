import Base
import Batches
import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct BatchCommandTests {
  private static let add =
    "add --price 1000 --description 'Turned from one piece.' --image a.jpg --name"

  /// Cuts off the answer to each write from a number on, after the market has carried it out.
  private static func loseAnswers(_ world: TestWorld, after count: Int) {
    let seen = Counter()
    world.spy.loseResponses { $0.method != .get && !$0.requestsRemovalPath && seen.next() > count }
  }

  @Test func `a file whose answer was lost is continued and adds nothing twice`() async throws {
    let world = try TestWorld()
    try world.write("many.market", (1...5).map { "\(Self.add) 'Mug \($0)'\n" }.joined())
    Self.loseAnswers(world, after: 2)
    let first = await world.run("run", "many.market")
    #expect(first.ends(with: 7, saying: "it is unknown whether Mug 3 was added"))
    #expect(first.error.contains("stopped at line 3: 2 done, 1 unknown, 2 left"), "\(first.error)")
    world.spy.afterResponse(nil)
    let again = await world.run("run", "many.market")
    #expect(again.ends(with: 2, saying: "is unfinished: 2 done, 1 unknown, 2 left"))
    #expect(again.error.contains("run many.market --resume"))
    let resumed = await world.run("run", "many.market", "--resume")
    #expect(resumed.exitCode == 0, "\(resumed.error)")
    #expect(try world.service.listingCount == 5)
    #expect(await world.run("resume").exitCode == 3)
  }

  @Test(arguments: [false, true])
  func `an unfinished batch has its photos, unless one is written into`(
    _ isWrittenInto: Bool
  ) async throws {
    let world = try TestWorld()
    let lines = (1...3).map { "\(Self.add) 'Mug \($0)' --no-prepare\n" }
    try world.write("many.market", lines.joined())
    Self.loseAnswers(world, after: 1)
    #expect(await world.run("run", "many.market", "--jobs", "1").exitCode == 7)
    world.spy.afterResponse(nil)
    let photo = "\(world.workingFolder)/a.jpg"
    if isWrittenInto {
      let file = try #require(FileHandle(forUpdatingAtPath: photo))
      try file.write(contentsOf: Data("changed".utf8))
      try file.close()
    } else {
      try FileManager.default.removeItem(atPath: photo)
    }
    let resumed = await world.run("resume")
    #expect(resumed.exitCode == (isWrittenInto ? 1 : 0), "\(resumed.error)")
    // The lost answer was to the second add.
    #expect(try world.service.listingCount == (isWrittenInto ? 2 : 3))
    guard isWrittenInto else { return }
    let reason = "Mug 3 was not added: a.jpg was changed, or cannot be read any more"
    #expect(resumed.error.contains(reason), "\(resumed.error)")
  }

  @Test func `a file that adds listings is not run twice by mistake`() async throws {
    let world = try TestWorld()
    try world.write("one.market", "\(Self.add) One\n")
    #expect(await world.run("run", "one.market").exitCode == 0)
    let again = await world.run("run", "one.market")
    #expect(again.ends(with: 2, saying: "was carried out as batch 1: "))
    #expect(again.error.contains("--again"))
    #expect(await world.run("run", "one.market", "--resume").exitCode == 0)
    #expect(try world.service.listingCount == 1)
    #expect(await world.run("run", "one.market", "--again").exitCode == 0)
    #expect(try world.service.listingCount == 2)
  }

  @Test func `relative changes are not repeated by mistake, absolute ones may be`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "10000", "--code", "M")
    try world.write("relative.market", "edit @M --price +10%\n")
    #expect(await world.run("run", "relative.market").exitCode == 0)
    #expect(await world.run("run", "relative.market").exitCode == 2)
    #expect(try await world.listing(id).price?.amount == 11_000)
    try world.write("absolute.market", "edit @M --price 12000\n")
    #expect(await world.run("run", "absolute.market").exitCode == 0)
    #expect(await world.run("run", "absolute.market").exitCode == 0)
  }

  @Test func `a changed file of an unfinished batch is refused with what changed`() async throws {
    let world = try TestWorld()
    let lines = (1...3).map { "\(Self.add) 'Mug \($0)'\n" }
    try world.write("many.market", lines.joined())
    Self.loseAnswers(world, after: 1)
    #expect(await world.run("run", "many.market").exitCode == 7)
    world.spy.afterResponse(nil)
    try world.write("many.market", lines[0] + lines[1] + "\(Self.add) Bowl\n")
    let result = await world.run("run", "many.market")
    #expect(result.ends(with: 2, saying: "has changed since batch 1 was planned: line 3"))
  }

  @Test func `a file with an error in a late line sends nothing`() async throws {
    let world = try TestWorld()
    let lines = (1...10).map { "\(Self.add) 'Mug \($0)'\n" } + ["\(Self.add) 'Mu'\n"]
    #expect(try await world.batch(lines.joined()).ends(with: 2, saying: "batch.market:11:"))
    #expect(try world.service.listingCount == 0)
  }

  @Test func `run --json has each step with its state, and a summary`() async throws {
    let world = try TestWorld()
    try world.write("many.market", (1...3).map { "\(Self.add) 'Mug \($0)'\n" }.joined())
    Self.loseAnswers(world, after: 1)
    let result = await world.run("run", "many.market", "--json")
    let object = try JSON(parsing: Array(result.output.utf8)).objectValue
    #expect(object?["done"] == .integer(1) && object?["unknown"] == .integer(1))
    #expect(object?["failed"] == .integer(0) && object?["left"] == .integer(1))
    let states = object?["steps"]?.arrayValue?.map { $0.objectValue?["state"]?.stringValue }
    #expect(states == ["done", "unknown", "planned"])
  }

  @Test func `run --json has the planned steps and the problems of a wrong file`() async throws {
    let world = try TestWorld()
    try world.write("many.market", "\(Self.add) 'Mug 1'\n\(Self.add) 'Mu'\n\(Self.add) 'Mug 3'\n")
    let result = await world.run("run", "many.market", "--json")
    #expect(result.exitCode == 2)
    let object = try JSON(parsing: Array(result.output.utf8)).objectValue
    let steps = object?["steps"]?.arrayValue?.compactMap(\.objectValue) ?? []
    #expect(steps.map { $0["state"]?.stringValue } == ["planned", "planned"])
    #expect(steps.map { $0["line"]?.intValue } == [1, 3])
    let problems = object?["problems"]?.arrayValue?.compactMap(\.stringValue) ?? []
    #expect(problems.count == 1 && problems[0].hasPrefix("many.market:2:1: "), "\(problems)")
    try world.write("typo.market", "lst\n")
    let typo = await world.run("run", "typo.market", "--json")
    let other = try JSON(parsing: Array(typo.output.utf8)).objectValue
    #expect(other?["problems"]?.arrayValue?.count == 1, "\(typo.output)")
  }

  @Test func `Ctrl-C leaves a whole JSON summary, and so does a resumed batch`() async throws {
    let world = try TestWorld()
    let lines = (1...3).map { "\(Self.add) 'Mug \($0)'\n" }
    try world.write("many.market", lines[0] + "list --mine\n" + lines[1] + lines[2])
    let adds = Counter()
    world.spy.afterResponse { [weak world] request throws(TransportError) in
      if request.isAdd, adds.next() <= 2 { world?.interrupt() }
    }
    let result = await world.run("run", "many.market", "--json")
    #expect(result.exitCode == 130, "\(result)")
    let end = try #require(result.output.range(of: "{\n  \"title\""), "\(result.output)")
    let object = try JSON(parsing: Array(result.output[end.lowerBound...].utf8)).objectValue
    let states = object?["steps"]?.arrayValue?.map { $0.objectValue?["state"]?.stringValue }
    #expect(states == ["done", "planned", "planned"], "\(result.output)")
    #expect(object?["try"] == .array([.string("resume 1")]))
    #expect(await world.run("resume").exitCode == 130)
    #expect(await world.run("resume").exitCode == 0)
    #expect(try world.service.listingCount == 3)
  }

  @Test func `a file ends with "as planned" and one undo, and names a lost answer`() async throws {
    let world = try TestWorld(extensions: false)
    try world.write("many.market", (1...2).map { "\(Self.add) 'Mug \($0)'\n" }.joined())
    let result = await world.run("run", "many.market")
    #expect(result.error.hasSuffix("many.market: 2 done · as planned\nTake it back: market undo\n"))
    #expect(await world.run("undo", "--list").output.hasPrefix("1\t"))
    #expect(await world.run("undo", "--yes").ends(with: 0, saying: "Take it back: market redo ("))
    #expect(try world.service.listingCount == 0)
  }

  @Test func `--explain says what is known of a line, also of several changes`() async throws {
    let world = try TestWorld()
    try world.write("many.market", (1...3).map { "\(Self.add) 'Mug \($0)'\n" }.joined())
    Self.loseAnswers(world, after: 1)
    #expect(await world.run("run", "many.market").exitCode == 7)
    func evidence(_ line: String) async throws -> String? {
      let result = await world.run("batch", "1", "--explain", line, "--json")
      return try JSON(parsing: Array(result.output.utf8)).objectValue?["evidence"]?.stringValue
    }
    #expect(try await evidence("1") == "the market confirmed it")
    let unknown = try await evidence("2") ?? ""
    #expect(unknown.contains("answer"), "\(unknown)")
    #expect(try await evidence("3") == "nothing was sent")
    world.spy.afterResponse(nil)
    #expect(await world.run("resume").exitCode == 0)
    try world.write("all.market", "edit --mine --stock 3 --yes\n")
    #expect(await world.run("run", "all.market").exitCode == 0)
    let table = await world.run("batch", "2", "--explain", "1").output
    #expect(table.split(separator: "\n").count == 3, "\(table)")
  }

  @Test func `two processes do not carry out one batch`() async throws {
    let world = try TestWorld()
    try world.write("many.market", (1...3).map { "\(Self.add) 'Mug \($0)'\n" }.joined())
    Self.loseAnswers(world, after: 1)
    #expect(await world.run("run", "many.market").exitCode == 7)
    world.spy.afterResponse(nil)
    let session = SellerSession(environment: world.environment(FakeTerminal(isTTY: false)))
    let stored = try #require(try session.access.journal.batch(1))
    let folder = BatchFolder(root: world.paths.batches, salt: stored.salt)
    let lock = try #require(try folder.lock())
    let result = await world.run("resume", "1")
    #expect(result.ends(with: 1, saying: "another shell is carrying out batch 1"))
    withExtendedLifetime(lock) {}
  }

  @Test func `undo takes back a price, and redo makes it again`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "20000", "--discount", "10%")
    #expect(await world.run("edit", "\(id)", "--price", "+50%").exitCode == 0)
    let changed = try await world.listing(id)
    #expect(changed.price?.amount == 30_000 && changed.discount?.amount == 3000)
    #expect(await world.run("undo", "--yes").exitCode == 0)
    let before = try await world.listing(id)
    #expect(before.price?.amount == 20_000 && before.discount?.amount == 2000)
    #expect(await world.run("redo", "--yes").exitCode == 0)
    #expect(try await world.listing(id).price?.amount == 30_000)
  }

  @Test func `a removed listing comes back with photos, code and thumbnail`() async throws {
    let world = try TestWorld()
    let id = try await world.add(
      "Oak mug", price: "20000", "--code", "MUG-01", "--image", "b.jpg", "--thumbnail", "2")
    let old = try await world.listing(id)
    let images = (old.pictures ?? []).map { world.image($0.url) }
    #expect(await world.run("remove", "@MUG-01", "--yes").exitCode == 0)
    #expect(await world.run("undo", "--yes").exitCode == 0)
    let ids = await world.run("list", "--mine", "--format", "ids").output
    let new = try await world.listing(try #require(Int(ids.dropLast())))
    #expect(await world.run("show", "@MUG-01").exitCode == 0)
    #expect(new.id != id && new.name == old.name && new.description == old.description)
    #expect((new.pictures ?? []).map { world.image($0.url) } == images)
    #expect(new.thumbnail == new.pictures?[1].thumbnailURL)
  }

  @Test func `undo leaves a listing alone that others changed since`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "20000")
    #expect(await world.run("edit", "\(id)", "--price", "21000").exitCode == 0)
    world.changeElsewhere(id, ListingFields(price: 25_000))
    let result = await world.run("undo", "--yes")
    #expect(result.exitCode == 6, "\(result)")
    #expect(result.error.contains("\(id) Oak mug was changed since: price ₩21,000 → ₩25,000"))
    #expect(try await world.listing(id).price?.amount == 25_000)
    // A change of another field is no conflict.
    world.changeElsewhere(id, ListingFields(price: 21_000, stock: 9))
    #expect(await world.run("undo", "--yes").exitCode == 0)
    let now = try await world.listing(id)
    #expect(now.price?.amount == 20_000 && now.stock == 9)
  }

  @Test func `undo walks back through the changes, and a listing can be named`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "1000")
    let other = try await world.add("Ash mug", price: "1000")
    for price in ["2000", "3000"] { _ = await world.run("edit", "\(id)", "--price", price) }
    _ = await world.run("edit", "\(other)", "--price", "9000")
    #expect(await world.run("undo", "\(id)", "--yes").exitCode == 0)
    #expect(try await world.listing(id).price?.amount == 2000)
    #expect(await world.run("undo", "--yes").exitCode == 0)
    #expect(try await world.listing(other).price?.amount == 1000)
    #expect(await world.run("undo", "--yes").exitCode == 0)
    #expect(try await world.listing(id).price?.amount == 1000)
  }

  @Test func `after a replacement is undone there is one listing, the old one`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "1000", "--code", "M")
    _ = await world.run("edit", "\(id)", "--replace", "--image", "b.jpg", "--stock", "3", "--yes")
    #expect(await world.run("undo", "--yes").exitCode == 0)
    #expect(try world.service.listingCount == 1)
    #expect(await world.run("list", "--fields", "code,stock").output == "M\t5\n")
  }

  @Test func `a thumbnail is undone with its listing and hides no older change`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "1000")
    _ = await world.run("edit", "\(id)", "--price", "2000")
    try await world.add("Ash mug", price: "1000", "--image", "b.jpg", "--thumbnail", "2")
    #expect(await world.run("undo", "--yes").exitCode == 0)
    #expect(try world.service.listingCount == 1)
    let second = await world.run("undo", "--yes")
    #expect(second.exitCode == 0, "\(second.error)")
    #expect(try await world.listing(id).price?.amount == 1000)
  }

  @Test(arguments: [true, false])
  func `undo of one listing takes a whole replacement back`(_ namesNew: Bool) async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "1000", "--code", "M")
    let replaced = await world.run(
      "edit", "\(id)", "--replace", "--image", "b.jpg", "--stock", "3", "--yes", "--format", "ids")
    let new = replaced.output.trimmingCharacters(in: .whitespacesAndNewlines)
    let undone = await world.run("undo", namesNew ? new : "\(id)", "--yes")
    #expect(undone.exitCode == 0, "\(undone.error)")
    #expect(await world.run("list", "--fields", "code,stock").output == "M\t5\n")
  }

  @Test func `the variables of a file end with it`() async throws {
    let world = try TestWorld()
    try world.write("x.market", "let INNER 1\nwhoami\n")
    let result = await world.prompt("run x.market", "show $INNER", "quit")
    #expect(result.error.contains("there is no variable $INNER"), "\(result.error)")
  }

  @Test func `with --keep-going a line that needs a failed one counts as failed`() async throws {
    let world = try TestWorld()
    try await world.add("Oak mug", price: "1000", "--code", "M")
    let result = try await world.batch(
      "\(Self.add) 'Mu' --code A-1\nedit @A-1 --stock 3\nedit @M --stock 3\n", "--keep-going")
    #expect(result.ends(with: 6, saying: "1 done, 2 failed"))
  }

  @Test func `all wrong values of an edit are reported at once`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "1000")
    let result = await world.run(
      "edit", "\(id)", "--name", "x", "--stock=-9", "--price", "10", "--sale-price", "99999")
    #expect(result.exitCode == 2)
    for word in ["name", "--sale-price", "stock"] {
      #expect(result.error.contains(word), "\(word): \(result.error)")
    }
  }
}

extension TestWorld {
  /// The bytes of a picture.
  fileprivate func image(_ url: String) -> [UInt8] {
    service.respond(HTTPRequest(.get, URL(string: url)?.path ?? url)).body
  }
}

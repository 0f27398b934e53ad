import MarketService
import MarketTestSupport
import MarketWire
import Testing

@testable import MarketShell
@testable import SellerSession

/// Targets that name many listings: lists, patterns of codes, and standard input.
@Suite(.timeLimit(.minutes(60))) struct NamedTargetsTests {
  /// A market with own listings 1 `@CUP-1`, 2 `@CUP-2`, 3 `@MUG-1` and 4 without a code.
  private static func world() async throws -> TestWorld {
    let world = try TestWorld()
    try await world.add("Oak cup", price: "12000", "--code", "CUP-1")
    try await world.add("Ash cup", price: "9000", "--code", "CUP-2")
    try await world.add("Oak mug", price: "8000", "--code", "MUG-1")
    try await world.add("Bowl")
    return world
  }

  /// The ids of the listings that a command changes, in its order.
  private static func changed(_ result: CommandResult) -> [Int] {
    result.output.split(separator: "\n").compactMap { Int($0) }
  }

  @Test(arguments: [
    (["1,3"], [1, 3]), (["3,1"], [3, 1]), (["1,3..4"], [1, 3, 4]), (["1,", "2"], [1, 2]),
    (["1，2"], [1, 2]), (["1, 2"], [1, 2]), (["4,@CUP-2", "1"], [4, 2, 1]), (["1,1"], [1]),
    (["@CUP-*"], [1, 2]), (["@*-1"], [1, 3]), (["@CUP-?,4"], [1, 2, 4]), (["@*"], [1, 2, 3]),
  ])
  func `lists and patterns name listings`(_ words: [String], _ ids: [Int]) async throws {
    let world = try await Self.world()
    let result = await world.run(
      ["edit"] + words + ["--stock", "3", "--yes", "--format", "ids"],
      on: FakeTerminal(isTTY: false))
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(Self.changed(result) == ids)
  }

  @Test func `a quoted pattern is a pattern, too`() async throws {
    let world = try await Self.world()
    let result = await world.run("-c", "edit \"@CUP-*\" --stock 3 --yes --format ids")
    #expect(Self.changed(result) == [1, 2])
  }

  @Test func `a pattern without matches names similar codes`() async throws {
    let world = try await Self.world()
    let result = await world.run("remove", "@CUQ-*", "--yes")
    #expect(result.ends(with: 3, saying: "no code of your listings matches @CUQ-*"))
    let near = await world.run("remove", "@CU?", "--yes")
    #expect(near.error.contains("did you mean @CUP-1 or @CUP-2?"), "\(near.error)")
    #expect(try world.service.listingCount == 4)
  }

  @Test func `a pattern skips listings that were removed elsewhere`() async throws {
    let world = try await Self.world()
    try world.removeElsewhere(2)
    let result = await world.run("edit", "@CUP-*", "--stock", "3", "--yes", "--format", "ids")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(Self.changed(result) == [1])
    #expect(result.error.contains("Skipped: 1 id without a listing."))
  }

  @Test(arguments: ["12,mug", "1,,mug", "@CUP-[1]", "@CUP-*!"])
  func `a word that is no target is an error`(_ word: String) async throws {
    let world = try await Self.world()
    #expect(await world.run("edit", word, "--stock", "3", "--yes").exitCode == 2)
  }

  @Test func `the error of a list names the wrong item`() async throws {
    let world = try await Self.world()
    let result = await world.run("edit", "12,mug", "--stock", "3")
    #expect(result.error.contains("\"mug\" is not a listing"), "\(result.error)")
  }

  @Test func `commands that take one listing take no list`() async throws {
    let world = try await Self.world()
    #expect(await world.run("photo", "1,2").exitCode == 2)
    #expect(await world.run("photo", "@CUP-*").exitCode == 2)
    #expect(await world.run("photo", "-").exitCode == 2)
  }

  @Test(arguments: [
    ("1\n2\n", [1, 2]), ("3 1\n\n  2", [3, 1, 2]), ("@CUP-2\r\n@MUG-1\r\n", [2, 3]),
    ("1,2 @MUG-*", [1, 2, 3]), ("2\tAsh cup\t9000\n1\tOak 3\t5\n", [2, 1]), ("2..3", [2, 3]),
    ("1\n1\n", [1]),
  ])
  func `a dash reads targets from standard input`(_ text: String, _ ids: [Int]) async throws {
    let world = try await Self.world()
    world.pipe(text)
    let result = await world.run("edit", "-", "--stock", "3", "--yes", "--format", "ids")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(Self.changed(result) == ids)
  }

  @Test func `the output of list can be piped into edit, remove and show`() async throws {
    let world = try await Self.world()
    await world.run("edit", "1", "3", "--stock", "0", "--yes", "--allow", "sold-out")
    world.pipe(await world.run("list", "--sold-out", "--fields", "id,name").output)
    let edited = await world.run("edit", "-", "--stock", "3", "--yes", "--format", "ids")
    #expect(Self.changed(edited) == [3, 1])
    world.pipe("1\n@CUP-2")
    #expect(await world.run("show", "-", "--fields", "id").output == "1\n2\n")
    world.pipe("1 4")
    #expect(await world.run("remove", "-", "--yes").exitCode == 0)
    #expect(try world.service.listingCount == 2)
  }

  @Test func `a pipe cannot answer a question, so a change needs --yes`() async throws {
    let world = try await Self.world()
    world.pipe("1 2")
    #expect(await world.run("edit", "-", "--stock", "3").ends(with: 2, saying: "--yes"))
  }

  @Test func `lines that are no targets are errors with their numbers`() async throws {
    let world = try await Self.world()
    world.pipe("1\nmug\n# comment\n\tOak\n")
    let result = await world.run("edit", "-", "--stock", "3", "--yes")
    #expect(result.exitCode == 2)
    for part in ["stdin:2: \"mug\" is not a listing", "stdin:3: ", "stdin:4: must not be empty"] {
      #expect(result.error.contains(part), "\(result.error)")
    }
    #expect(!result.error.contains("stdin:1"))
    #expect(try await world.listing(1).stock == 5)
  }

  @Test(arguments: ["", "\n \n"])
  func `an empty standard input is an error`(_ text: String) async throws {
    let world = try await Self.world()
    world.pipe(text)
    let result = await world.run("remove", "-", "--yes")
    #expect(result.ends(with: 3, saying: "standard input names no listing"))
  }

  @Test func `at the keyboard there is no standard input to read`() async throws {
    let world = try await Self.world()
    #expect(await world.ask("show", "-").ends(with: 1, saying: "it is the keyboard"))
  }

  @Test func `many listings are read by pages and not one by one`() async throws {
    let world = try TestWorld()
    for number in 1...60 { try await world.add("Mug \(number)") }
    world.pipe((1...60).map(String.init).joined(separator: "\n"))
    world.spy.reset()
    let result = await world.run("edit", "-", "--stock", "3", "--yes")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(world.spy.requests.count { $0.method == .get } < 5)
  }
}

import Base
import Foundation
import MarketTestSupport
import MarketWire
import Synchronization
import Testing

@testable import MarketShell
@testable import SellerSession

/// `edit --editor`.
@Suite(.timeLimit(.minutes(60))) struct EditorTests {
  /// An editor that changes the text as told, one way each time it is opened.
  private final class FakeEditor: Sendable {
    private let changes: Mutex<[@Sendable (String) -> String]>
    private let opened = Mutex<[String]>([])

    init(_ changes: [@Sendable (String) -> String]) {
      self.changes = Mutex(changes)
    }

    convenience init(_ change: @escaping @Sendable (String) -> String = { $0 }) {
      self.init([change])
    }

    var texts: [String] { opened.withLock { $0 } }

    func edit(_ request: TextEditRequest) -> TextEditEnd {
      opened.withLock { $0.append(request.text) }
      let change = changes.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      return .edited(change?(request.text) ?? request.text)
    }
  }

  /// A market with own listings 1 `@MUG-1`, 2 and 3.
  private static func world() async throws -> TestWorld {
    let world = try TestWorld()
    try await world.add("Oak mug", "--code", "MUG-1")
    try await world.add("Ash mug", price: "9000", "--discount", "1000")
    try await world.add("Oak bowl")
    return world
  }

  @discardableResult
  private static func edit(
    _ words: [String] = ["1..3"], with editor: FakeEditor, typing input: [String]? = nil,
    in world: TestWorld
  ) async -> CommandResult {
    let terminal = input.map { FakeTerminal(input: $0) } ?? FakeTerminal(isTTY: false)
    var environment = world.environment(terminal)
    environment.edit = { editor.edit($0) }
    let code = await Program(environment: environment).run(
      ["edit"] + words + ["--editor"] + (input == nil ? ["--yes"] : []))
    return CommandResult(output: terminal.output, error: terminal.error, exitCode: code.rawValue)
  }

  @Test func `in Korean, fields have Korean names, and English ones are read, too`() async throws {
    let world = try await Self.world()
    await world.run("set", "language", "ko")
    let editor = FakeEditor {
      $0.replacing("가격: 9000 KRW", with: "price: 9500 KRW").replacing("재고: 5", with: "재고: 6")
    }
    let result = await Self.edit(["1,2"], with: editor, in: world)
    #expect(result.exitCode == 0, "\(result.error)")
    let fields = "상품명: Oak mug\n가격: 12000 KRW\n할인: 0\n재고: 5\n코드: MUG-1\n"
    #expect(editor.texts.first?.contains(fields) == true, "\(editor.texts)")
    #expect(await world.run("show", "2", "--fields", "price,stock").output == "9500\t6\n")
  }

  @Test func `the text has a block for each listing`() async throws {
    let world = try await Self.world()
    let editor = FakeEditor()
    let result = await Self.edit(["1,2"], with: editor, in: world)
    #expect(result.ends(with: 0, saying: "Nothing was changed, and nothing was sent."))
    let text = try #require(editor.texts.first)
    #expect(text.hasPrefix("# "))
    #expect(
      text.hasSuffix(
        """

        == 1 ==
        name: Oak mug
        price: 12000 KRW
        discount: 0
        stock: 5
        code: MUG-1

        Turned from one piece.

        == 2 ==
        name: Ash mug
        price: 9000 KRW
        discount: 1000
        stock: 5
        code:

        Turned from one piece.

        """), "\(text)")
  }

  @Test func `what was changed becomes the plan, and is confirmed`() async throws {
    let world = try await Self.world()
    let editor = FakeEditor { text in
      text.replacing("Oak mug", with: "Elm mug").replacing("price: 9000 KRW", with: "price: 9500")
        .replacing("stock: 5\ncode: MUG-1", with: "stock: +2\ncode: MUG-2")
    }
    let result = await Self.edit(with: editor, typing: ["2"], in: world)
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(result.error.contains("1: name {Oak → Elm} mug, stock 5 → 7, code @MUG-1 → @MUG-2"))
    #expect(try await world.listing(1).name == "Elm mug")
    #expect(try await world.listing(1).stock == 7)
    #expect(try await world.listing(2).price?.amount == 9500)
    #expect(try await world.listing(2).discount?.amount == 1000)
    #expect(await world.run("show", "@MUG-2", "--fields", "id").output == "1\n")
    #expect(await world.run("undo", "--yes").exitCode == 0)
    #expect(try await world.listing(1).name == "Oak mug")
  }

  @Test func `the description is everything after the empty line`() async throws {
    let world = try await Self.world()
    let description = "# hashtag\n\n= 12 =\nname: this is text\n  indented"
    let editor = FakeEditor { $0.replacing("Turned from one piece.", with: description) }
    #expect(await Self.edit(["3"], with: editor, in: world).exitCode == 0)
    #expect(try await world.listing(3).description == description)
  }

  @Test func `a description with a line like that above a block gets longer ones`() async throws {
    let world = try await Self.world()
    world.changeElsewhere(3, ListingFields(description: "Sizes:\n== 12 ==\n=== 13 ==="))
    let editor = FakeEditor { $0.replacing("Oak bowl", with: "Elm bowl") }
    #expect(await Self.edit(["3"], with: editor, in: world).exitCode == 0)
    #expect(editor.texts[0].contains("==== 3 ====\n"))
    #expect(try await world.listing(3).name == "Elm bowl")
    #expect(try await world.listing(3).description == "Sizes:\n== 12 ==\n=== 13 ===")
  }

  @Test(arguments: ["", "\n\n", "# nothing\n"])
  func `an emptied file changes nothing`(_ text: String) async throws {
    let world = try await Self.world()
    let result = await Self.edit(with: FakeEditor { _ in text }, in: world)
    #expect(result.ends(with: 0, saying: "nothing was sent"))
    #expect(world.spy.writes.count == 3)
  }

  @Test func `deleted lines and blocks leave values as they are`() async throws {
    let world = try await Self.world()
    let editor = FakeEditor { _ in "== 2 ==\r\nstock: 8\r\n" }
    #expect(await Self.edit(with: editor, in: world).exitCode == 0)
    let listing = try await world.listing(2)
    #expect(listing.stock == 8 && listing.name == "Ash mug")
    #expect(listing.description == "Turned from one piece.")
  }

  @Test(arguments: [
    (
      "price: 12000 KRW", "price: cheap", "# error: \"cheap\" is not an amount of money",
      "price: cheap"
    ),
    ("name: Oak mug", "name: O", "# error: 1: --name needs 3 to 100 characters, not 1", "name: O"),
    ("name: Oak mug", "nmae: Oak mug", "did you mean name?", "nmae: Oak mug"),
    ("name: Oak mug", "Oak mug", "# error: the description begins after an empty line", "Oak mug"),
    ("== 1 ==", "== 7 ==", "# error: this listing was not opened", "== 7 =="),
    ("== 2 ==", "== 1 ==", "# error: listing 1 has two blocks", "== 1 =="),
    ("discount: 0", "discount: 20000", "is more than the price", "discount: 20000"),
    ("Turned from one piece.", "Short", "# error: 1: --description needs 10", "Short"),
    ("stock: 5\ncode: MUG-1", "stock: 5\nstock: 6", "# error: stock is there twice", "stock: 6"),
  ])
  func `a mistake opens the editor again, with the error above the line`(
    _ old: String, _ new: String, _ error: String, _ line: String
  ) async throws {
    let world = try await Self.world()
    let editor = FakeEditor { text in
      let place = text.range(of: old)
      return place.map { text.replacingCharacters(in: $0, with: new) } ?? text
    }
    let result = await Self.edit(["1,2"], with: editor, typing: [], in: world)
    #expect(result.exitCode == 1, "\(result.error)")
    #expect(editor.texts.count == 2)
    let lines = editor.texts[1].split(separator: "\n").map(String.init)
    let index = try #require(lines.lastIndex(of: line))
    #expect(lines[index - 1].hasPrefix("# error: "))
    #expect(lines[index - 1].contains(error), "\(lines[index - 1])")
    #expect(world.spy.writes.count == 3)
  }

  @Test func `errors vanish when the mistake is corrected`() async throws {
    let world = try await Self.world()
    let editor = FakeEditor([
      { $0.replacing("Turned from one piece.", with: "Short") },
      { $0.replacing("Short", with: "Turned from two pieces.") },
    ])
    let result = await Self.edit(["1"], with: editor, typing: [], in: world)
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(try await world.listing(1).description == "Turned from two pieces.")
  }

  @Test func `an editor that makes the same mistake again and again is stopped`() async throws {
    let world = try await Self.world()
    let mistake: @Sendable (String) -> String = { $0.replacing("stock: 5", with: "stock: 5x5") }
    let again: @Sendable (String) -> String = { $0.replacing("x5", with: "x55") }
    let editor = FakeEditor([mistake] + Array(repeating: again, count: 9))
    let result = await Self.edit(["1"], with: editor, typing: ["n"], in: world)
    #expect(result.exitCode == 1 && editor.texts.count == 3, "\(result.error)")
    #expect(result.error.contains("it is kept in"), "\(result.error)")
    let kept = try String(contentsOfFile: "\(world.paths.state)/listings.txt", encoding: .utf8)
    #expect(kept.contains("stock: 5x555"))
    #expect(world.spy.writes.count == 3)
  }

  @Test func `a mistake of a program is an error`() async throws {
    let world = try await Self.world()
    let editor = FakeEditor { $0.replacing("stock: 5", with: "stock: many") }
    let result = await Self.edit(["1"], with: editor, in: world)
    #expect(result.ends(with: 2, saying: "line 9: \"many\" is not a whole number"))
    #expect(editor.texts.count == 1)
  }

  @Test func `a wrong answer does not cost what was typed`() async throws {
    let world = try await Self.world()
    let editor = FakeEditor { $0.replacing("stock: 5", with: "stock: 6") }
    let result = await Self.edit(with: editor, typing: ["no", "y", "3"], in: world)
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(editor.texts.count == 2)
    #expect(editor.texts[1].contains("stock: 6"))
    #expect(try await world.listing(3).stock == 6)
  }

  @Test func `codes can be exchanged, taken away and never given twice`() async throws {
    let world = try await Self.world()
    await world.run("edit", "2", "--code", "MUG-2")
    let exchange = FakeEditor { text in
      text.replacing("code: MUG-1", with: "code: x").replacing("code: MUG-2", with: "code: MUG-1")
        .replacing("code: x", with: "code: MUG-2")
    }
    let result = await Self.edit(["1,2"], with: exchange, in: world)
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(await world.run("show", "@MUG-2", "--fields", "id").output == "1\n")
    #expect(await world.run("show", "@MUG-1", "--fields", "id").output == "2\n")
    let removed = FakeEditor { $0.replacing("code: MUG-1", with: "code:") }
    #expect(await Self.edit(["2"], with: removed, in: world).exitCode == 0)
    #expect(await world.run("show", "@MUG-1").exitCode == 3)
    let twice = FakeEditor { $0.replacing("code:\n", with: "code: NEW\n") }
    #expect(await Self.edit(["2,3"], with: twice, in: world).exitCode == 2)
  }

  @Test func `more than 50 listings are refused with the way to edit them`() async throws {
    let world = try TestWorld()
    for number in 1...51 { try await world.add("Mug \(number)") }
    let editor = FakeEditor()
    let result = await Self.edit(["--mine"], with: editor, in: world)
    #expect(result.exitCode == 2)
    #expect(result.error.contains("--editor opens at most 50 listings, and these are 51; `export`"))
    #expect(editor.texts.isEmpty)
  }

  @Test func `a dry run shows the changes and sends nothing`() async throws {
    let world = try await Self.world()
    let editor = FakeEditor { $0.replacing("Oak", with: "Elm") }
    let result = await Self.edit(["1..3", "--dry-run"], with: editor, in: world)
    #expect(result.exitCode == 0, "\(result.error)")
    #expect((result.output + result.error).contains("name {Oak → Elm} bowl"))
    #expect(world.spy.writes.count == 3)
  }

  @Test func `other changes and files do not go with an editor`() async throws {
    let world = try await Self.world()
    let editor = FakeEditor()
    #expect(await Self.edit(["1", "--stock", "3"], with: editor, in: world).exitCode == 2)
    #expect(await Self.edit(["1", "--no-input"], with: editor, in: world).exitCode == 2)
    #expect(try await world.batch("edit 1 --editor").exitCode == 2)
    #expect(editor.texts.isEmpty)
  }

  @Test func `an editor that cannot be started or fails is an error`() async throws {
    let world = try await Self.world()
    for (end, text) in [
      (TextEditEnd.notStarted, "cannot start nano: set VISUAL or EDITOR"),
      (.failed, "the editor nano failed; nothing was changed"),
    ] {
      let terminal = FakeTerminal(isTTY: false)
      var environment = world.environment(terminal, variables: ["EDITOR": "nano"])
      environment.edit = { _ in end }
      #expect(await Program(environment: environment).run(["edit", "1", "--editor"]).rawValue == 1)
      #expect(terminal.error.contains(text), "\(terminal.error)")
    }
  }
}

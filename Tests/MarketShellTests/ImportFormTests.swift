import Base
import Foundation
import MarketTestSupport
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

/// The form in which a seller says what the columns of a table mean.
@Suite(.serialized, .timeLimit(.minutes(60))) struct ImportFormTests {
  private static func world() throws -> TestWorld {
    let world = try TestWorld()
    try world.write(
      "sup.csv", "거래처 단가표,,,\n\n품목,판매가격대,남은수량,메모\n참나무 머그,12000,3,a\n단풍 그릇,8500,10,b\n")
    return world
  }

  private static let down = "\u{1B}[B"

  @Test func `a file of a supplier is understood step by step, and read again by its layout`()
    async throws
  {
    let world = try Self.world()
    let window = TestWindow(world)
    let code = await window.run("import sup.csv --dry-run") { window in
      await window.wait(for: "▸ 3  품목 │ 판매가격대 │ 남은수량 │ 메모")
      await window.wait(for: "B  판매가격대  price  12000 · 8500")
      await window.wait(for: "D  메모        -  a · b")
      await window.wait(for: "new listings need more: description")
      window.terminal.type("\u{13}")
      await window.wait(for: "▸ description")
      window.terminal.type("Turned from one piece.\u{1B}[A\u{1B}[A")
      await window.wait(for: "▸ D  메모        ‹ - ›")
      window.terminal.type("pho")
      await window.wait(for: "‹ photos ›")
      await window.wait(for: "2 problems: sup.csv:4:D: a: there is no such file")
      window.terminal.type("\u{1B}[3~")
      await window.wait(for: "‹ - ›")
      window.terminal.type("pho")
      await window.wait(for: "‹ photos ›")
      window.terminal.type("-")
      await window.wait(for: "‹ - ›")
      window.terminal.type("\u{1B}")
    }
    #expect(code == .done, "\(window.terminal.error)")
    #expect(
      window.terminal.error.contains(
        "As a command: import sup.csv --map 품목=name --map 판매가격대=price --map 남은수량=stock "
          + "--only-known --set \"description=Turned from one piece.\" --dry-run\n"),
      "\(window.terminal.error)")
    #expect((window.rest + window.terminal.error).contains("Nothing was sent."))
  }

  @Test func `what was chosen is planned, asked, and saved as a layout`() async throws {
    let world = try Self.world()
    try world.write(
      "sup.csv",
      "품목,판매가격대,남은수량,메모\n참나무 머그,12000,3,a.jpg\n단풍 그릇,8500,10,a.jpg\n")
    let window = TestWindow(world)
    _ = await window.run("import sup.csv --dry-run") { window in
      await window.wait(for: "▸ names in row")
      await window.wait(for: "D  메모        photos  a.jpg · a.jpg")
      await window.wait(for: "new listings need more: description")
      window.terminal.type("\u{13}")
      await window.wait(for: "▸ description")
      window.terminal.type("Turned from one piece.\rsupplier")
      await window.wait(for: "2 new")
      window.terminal.type("\u{13}")
    }
    let said = window.rest + window.terminal.error
    #expect(said.contains("2 new") && said.contains("Saved the layout supplier"), "\(said)")
    let again = await world.run("import", "sup.csv", "--yes")
    #expect(again.exitCode == 0 && again.error.contains("Read by your layout supplier"), "\(again)")
    #expect(await world.run("mine").output.contains("단풍 그릇"))
  }

  @Test func `another row of names, another sheet and a taken name of a layout`() async throws {
    let world = try Self.world()
    let window = TestWindow(world)
    _ = await window.run("import sup.csv --dry-run") { window in
      await window.wait(for: "▸ names in row   ‹ 3 ›")
      window.terminal.type("\u{1B}[C")
      await window.wait(for: "▸ 4  참나무 머그 │ 12000 │ 3 │ a")
      await window.wait(for: "A  참나무 머그")
      window.terminal.type("\u{1B}[D")
      await window.wait(for: "A  품목        name")
      window.terminal.type("\u{1B}[Z" + String(repeating: Self.down, count: 12) + "shopify")
      await window.wait(for: "save as: letters, digits and - of a name of your own")
      window.terminal.type("\u{3}")
    }
    #expect(window.rest.contains("Nothing was sent."), "\(window.terminal.error)")
  }

  @Test func `a file with cents in a shop that sells in won asks for its currency`() async throws {
    let world = try Self.world()
    try world.write(
      "store.csv",
      "name,price,description,photos\nOak mug,12.50,Turned from one piece.,a.jpg\n"
        + "Elm bowl,20,Turned from one piece.,a.jpg\nAsh cup,8.99,Turned from one piece.,a.jpg\n")
    let window = TestWindow(world)
    let code = await window.run("import store.csv --dry-run") { window in
      await window.wait(for: "price needs whole KRW, not 12.50")
      window.terminal.type("\u{13}")
      await window.wait(for: "▸ currency")
      window.terminal.type("USD")
      await window.wait(for: "3 new")
      window.terminal.type("\u{13}")
    }
    #expect(code == .done && window.rest.contains("$12.50"), "\(window.rest)")
    try world.write(
      "slip.csv",
      "name,price,description,photos\n"
        + (0..<4).map {
          "Mug \($0),\($0 == 2 ? "12.5" : "12000"),Turned from one piece.,a.jpg\n"
        }.joined())
    #expect(await window.run("import slip.csv --dry-run") == .usage)
    #expect(window.count == 1, "a slip in one row is no question of columns")
  }

  @Test func `the currency that was asked for is kept for the form`() async throws {
    let world = try Self.world()
    try Settings().write(to: world.paths.settings)
    try world.write("sup.csv", "name,price,photos\n참나무 머그,12000,a.jpg\n")
    let terminal = FakeTerminal(
      input: ["KRW", "", "", "", "", "", "Turned from one piece.", "", ""])
    let result = await world.run(
      ["import", "sup.csv", "--dry-run"], on: terminal, variables: ["ACCESSIBLE": "1"])
    #expect(result.exitCode == 0, "\(terminal.screen) \(terminal.prompts)")
    #expect(
      terminal.screen.contains("--set currency=KRW"), "\(terminal.screen) \(terminal.prompts)")
  }

  @Test(arguments: [["ACCESSIBLE": "1"], ["TERM": "dumb"]])
  func `in spoken mode and without escape sequences each column is a question`(
    _ variables: [String: String]
  ) async throws {
    let world = try Self.world()
    try world.write("sup.csv", "품목,판매가격대,메모\n참나무 머그,12000,a.jpg\n")
    let terminal = FakeTerminal(
      input: ["", "nmae", "name", "", "", "", "Turned from one piece.", "", ""])
    let result = await world.run(
      ["import", "sup.csv", "--dry-run"], on: terminal, variables: variables)
    #expect(result.exitCode == 0, "\(terminal.screen)")
    #expect(terminal.screen.contains("name one of -, name, price"), "\(terminal.screen)")
    #expect(
      terminal.prompts.contains { $0.hasPrefix("B  판매가격대 (12000; what") }, "\(terminal.prompts)")
    #expect(terminal.screen.contains("1 new"), "\(terminal.screen)")
  }

  @Test func `a table that is understood opens no form, unless it is asked for`() async throws {
    let world = try Self.world()
    let header = "name,price,stock,description,photos\n"
    try world.write("own.csv", header + "Oak mug,12000,1,Turned from one piece.,a.jpg\n")
    let window = TestWindow(world)
    #expect(await window.run("import own.csv --dry-run") == .done)
    #expect(window.count == 0)
    let code = await window.run("import own.csv --dry-run --choose") { window in
      await window.wait(for: "A  name         name  Oak mug")
      await window.wait(for: "1 new")
      window.terminal.type("\u{13}")
    }
    #expect(code == .done && window.count == 1, "\(window.terminal.error)")
    #expect(
      window.terminal.error.contains("As a command: import own.csv --dry-run\n"),
      "\(window.terminal.error)")
    try world.write("bad.csv", header + "Oak mug,much,1,Turned from one piece.,a.jpg\n")
    #expect(await window.run("import bad.csv --dry-run") == .usage)
    #expect(window.count == 1)
  }

  @Test func `a wrong code in an own table is named, and opens no form`() async throws {
    let world = try Self.world()
    try world.write(
      "base.csv",
      "code,name,price,description,photos\nK-1,Oak mug,12000,Turned from one piece.,a.jpg\n")
    #expect(await world.run("import", "base.csv", "--yes").exitCode == 0)
    try world.write("weekly.csv", "code,price\nK-1,13000\nK-11,14000\n")
    let window = TestWindow(world)
    #expect(await window.run("import weekly.csv --dry-run") == .usage)
    #expect(window.count == 0 && window.terminal.error.contains("weekly.csv:3"))
    // Without any row that is known, the columns may be wrong; to leave says what is.
    try world.write("weekly.csv", "code,price\nK-11,14000\n")
    let code = await window.run("import weekly.csv --dry-run") { window in
      await window.wait(for: "new listings need more: name")
      window.terminal.type("\u{1B}")
    }
    #expect(code == .usage && window.count == 1)
    #expect(window.terminal.error.contains("weekly.csv:2"), "\(window.terminal.error)")
  }

  @Test func `a part of a long table is called one, and long names keep their distance`()
    async throws
  {
    let world = try Self.world()
    let rows = (1...120).map { "참나무 머그 \($0),12000,x\n" }.joined()
    try world.write("long.csv", "품목,판매가격대,\(String(repeating: "메", count: 40))\n" + rows)
    let window = TestWindow(world)
    _ = await window.run("import long.csv --dry-run") { window in
      await window.wait(for: "… -  x · x · x")
      await window.wait(for: "in the first 100 rows: new listings need more: description")
      window.terminal.type("\u{3}")
    }
  }

  @Test(arguments: [["--json"], ["--yes"], ["--no-input"]])
  func `without questions, unknown columns are errors with what to type`(
    _ options: [String]
  ) async throws {
    let world = try Self.world()
    let terminal = FakeTerminal()
    let result = await world.run(
      ["import", "sup.csv"] + options, on: terminal, variables: ["TERM": "xterm-256color"])
    #expect(result.exitCode == 2 && result.error.contains("unknown column"), "\(result)")
    #expect(!result.output.contains("\u{1B}[?1049h"))
    let piped = await world.run("import", "sup.csv", "--choose")
    #expect(piped.exitCode == 2 && piped.error.contains("needs a terminal"), "\(piped)")
  }

  @Test func `a table from a pipe opens no form, because it can be read only once`() async throws {
    let world = try Self.world()
    let path = "\(world.workingFolder)/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    let table = Data("품목,판매가격대\n참나무 머그,12000\n".utf8)
    Thread.detachNewThread {
      try? FileHandle(forWritingTo: URL(filePath: path)).write(contentsOf: table)
    }
    let window = TestWindow(world)
    #expect(await window.run("import pipe --dry-run") == .usage)
    #expect(window.count == 0 && window.terminal.error.contains("--map 품목=name"))
  }
}

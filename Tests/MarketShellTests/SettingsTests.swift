import Base
import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Messages
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct SettingsTests {
  private func saved(_ world: TestWorld) throws -> Settings {
    try Settings(readingFrom: world.paths.settings)
  }

  /// A setting, the typed value, and the saved value.
  private static let good: [(Setting, String, String)] = [
    (.locale, "ko_KR", "ko_KR"), (.locale, "KO-kr", "ko_KR"), (.locale, "auto", "auto"),
    (.theme, "Light", "light"), (.color, "never", "never"), (.spoken, "ON", "on"),
    (.layout, "grid", "grid"), (.sort, "price desc", "-price"), (.sort, "name asc", "name"),
    (.sort, "oldest", "oldest"), (.perPage, "1", "1"), (.perPage, "1000", "1000"),
    (.pager, "'less -R'", "less -R"), (.pager, "off", "off"), (.pager, "''", "off"),
    (.timing, "on", "on"), (.currency, "달러", "USD"), (.currency, "krw", "KRW"),
    (.shop, "'Oak & Söhne'", "Oak & Söhne"),
  ]

  @Test(arguments: good)
  func `a setting is saved, shown and reset by default`(
    _ setting: Setting, _ typed: String, _ text: String
  ) async throws {
    let world = try TestWorld()
    let command = setting.isOfProfile ? "profile" : "set"
    let result = await world.run("-c", "\(command) \(setting.rawValue) \(typed)")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(try saved(world)[setting] == text)
    let shown = await world.run("-c", "\(command) \(setting.rawValue) --fields value")
    #expect(!shown.output.contains("auto") || text == "auto", "\(shown.output)")
    let back = await world.run("-c", "\(command) \(setting.rawValue) default")
    #expect(back.exitCode == 0, "\(back.error)")
    #expect(try saved(world)[setting] == nil)
  }

  @Test(arguments: [40, 60, 80, 140])
  func `explanations are complete in any window`(_ columns: Int) async throws {
    let world = try TestWorld()
    for (command, isOfProfile) in [("set", false), ("profile", true)] {
      let result = await world.run([command], on: FakeTerminal(columns: columns))
      #expect(!result.output.contains("…"), "\(result.output)")
      let lines = result.output.split(separator: "\n").map(String.init)
      #expect(lines.allSatisfy { DisplayWidth.of($0) < columns })
      let words = Set(result.output.split(whereSeparator: \.isWhitespace).map(String.init))
      for setting in Setting.all(ofProfile: isOfProfile) {
        let about = setting.help.english.split(separator: " ").map(String.init)
        #expect(words.isSuperset(of: about), "\(result.output)")
      }
    }
  }

  /// The words after `set` or `profile`, and a part of the message.
  private static let bad: [(String, String)] = [
    ("set theme purple", "not one of auto, light, dark"),
    ("set theme ligth", "did you mean light?"),
    ("set lcoale ko_KR", "did you mean locale?"),
    ("set locale ko_KO", "not one of"), ("set locale '../../etc'", "not one of"),
    ("set per-page 0", "not between 1 and 1000"), ("set per-page many", "not a whole number"),
    ("set per-page 99999999999999999999", "not between"),
    ("set sort prize", "did you mean price?"), ("set sort price up", "not one of"),
    ("set color ''", "must not be empty"), ("set timing sometimes", "on, off"),
    ("set keys vim", "did you mean vi?"), ("set mice on", "<name>"),
    ("set cache lots", "is not a size"), ("set cache 10KB", "not between 1MB and 1TB"),
    ("set pictures none", "not one of auto, kitty, sixel, iterm, symbols, off"),
    ("set pager '\(String(repeating: "x", count: 1001))'", "longer than 1000"),
    ("profile currency XYZ", "unknown currency"), ("profile shop ' '", "must not be empty"),
    ("profile name x", "not one of shop, currency"), ("set theme light dark", "not one of"),
  ]

  @Test(arguments: bad)
  func `an invalid value is refused and changes nothing`(
    _ line: String, _ words: String
  ) async throws {
    let world = try TestWorld()
    let before = try saved(world)
    #expect(await world.run("-c", line).ends(with: 2, saying: words))
    #expect(try saved(world) == before)
  }

  @Test func `set lists every setting with its values`() async throws {
    let world = try TestWorld()
    let result = await world.run("set", "--json", "--fields", "name,value,default,values,about")
    for setting in Setting.all(ofProfile: false) {
      #expect(result.output.contains("\"\(setting.rawValue)\""), "\(setting)")
      #expect(!setting.help.isEmpty && !setting.allowed().isEmpty)
      #expect(try setting.canonical(setting.standard) == setting.standard)
    }
    let profile = await world.run("profile", "--fields", "name,value")
    #expect(profile.output == "shop\tMugs & more\ncurrency\tKRW\n")
  }

  @Test func `unknown members of the file are preserved`() async throws {
    let world = try TestWorld()
    let text = #"{"future":{"a":[1]},"theme":"light","list":{"sort":"-price"}}"#
    try Data(text.utf8).write(to: URL(filePath: world.paths.settings))
    #expect(await world.run("set", "theme", "dark").exitCode == 0)
    let kept = try String(contentsOfFile: world.paths.settings, encoding: .utf8)
      .filter { !$0.isWhitespace }
    #expect(kept == #"{"future":{"a":[1]},"theme":"dark"}"#, "list was that of the last list")
  }

  @Test(arguments: [
    #"{"theme":"purple"}"#, #"{"per_page":0}"#, #"{"spoken":3}"#, "nonsense",
    #"{"locale":"\u001b[2J"}"#,
  ])
  func `damaged settings are reported once and not overwritten`(_ text: String) async throws {
    let world = try TestWorld(samples: true)
    try Data(text.utf8).write(to: URL(filePath: world.paths.settings))
    let result = await world.run("-c", "list --per-page 1; whoami")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(result.error.components(separatedBy: "settings.json\" is damaged").count == 2)
    #expect(!result.error.contains("\u{1B}"))
    #expect(await world.run("set", "theme", "light").exitCode == 1)
    #expect(try String(contentsOfFile: world.paths.settings, encoding: .utf8) == text)
  }

  @Test func `threads that need damaged settings at once report them once`() throws {
    let world = try TestWorld()
    try Data("nonsense".utf8).write(to: URL(filePath: world.paths.settings))
    for _ in 1...50 {
      let terminal = FakeTerminal(isTTY: false)
      let settings = SellerCore(environment: world.environment(terminal)).settings
      DispatchQueue.concurrentPerform(iterations: 8) { _ in _ = settings.preferences }
      #expect(terminal.error.components(separatedBy: "is damaged").count == 2, "\(terminal.error)")
    }
  }

  @Test func `settings that several shells change at the same time are all saved`() async throws {
    let world = try TestWorld()
    let settings: [(String, String)] = [
      ("theme", "light"), ("spoken", "on"), ("color", "never"), ("sort", "name"), ("pager", "off"),
      ("layout", "grid"), ("per-page", "7"), ("timing", "on"),
    ]
    await withTaskGroup(of: Int32.self) { group in
      for (name, value) in settings {
        group.addTask { await world.run("set", name, value).exitCode }
      }
      for await code in group { #expect(code == 0) }
    }
    let kept = try saved(world)
    for (name, value) in settings { #expect(kept[try #require(Setting(rawValue: name))] == value) }
  }

  @Test func `locale, spoken mode and color affect the next command`() async throws {
    let world = try TestWorld()
    try await world.add("Oak mug", price: "12000", "--code", "MUG-01")
    #expect(await world.ask("list").output.contains("₩12,000"))
    #expect(await world.run("set", "locale", "de_DE").exitCode == 0)
    #expect(await world.ask("list").output.contains("12.000\u{A0}₩"))
    #expect(await world.run("set", "spoken", "on").exitCode == 0)
    let spoken = await world.ask("list")
    #expect(spoken.output.contains("name: Oak mug") && !spoken.output.contains("──"))
    #expect(await world.run("set", "color", "always").exitCode == 0)
    #expect(await world.run("help").output.contains("\u{1B}["))
    #expect(!(await world.run("help", "--color", "never").output.contains("\u{1B}[")))
  }

  /// Environment variables, the setting `spoken`, and whether a list is formatted for a screen
  /// reader.
  @Test(
    arguments: [
      ([:], nil, false), (["ACCESSIBLE": "1"], nil, true), (["ACCESSIBLE": "0"], nil, false),
      (["ACCESSIBLE": ""], nil, false), (["ACCESSIBLE": "1"], "off", false), ([:], "on", true),
    ] as [([String: String], String?, Bool)])
  func `a screen reader is detected by the setting, else by ACCESSIBLE`(
    _ variables: [String: String], _ setting: String?, _ usesScreenReader: Bool
  ) async throws {
    let world = try TestWorld()
    try await world.add()
    if let setting { await world.run("set", "spoken", setting) }
    let result = await world.run(["list"], on: FakeTerminal(), variables: variables)
    #expect(result.output.contains("name: Oak mug") == usesScreenReader, "\(result.output)")
  }

  /// The setting, the environment variables, the option, and whether a terminal gets color.
  @Test(
    arguments: [
      (nil, ["TERM": "xterm"], nil, true), (nil, ["TERM": "xterm", "NO_COLOR": "1"], nil, false),
      (nil, ["TERM": "xterm", "NO_COLOR": ""], nil, true),
      (nil, ["TERM": "xterm", "NO_COLOR": "1", "CLICOLOR_FORCE": "1"], nil, false),
      (nil, ["TERM": "xterm", "CLICOLOR": "0"], nil, false),
      (nil, ["TERM": "xterm", "CLICOLOR": "0", "CLICOLOR_FORCE": "1"], nil, true),
      (nil, ["TERM": ""], nil, false), (nil, ["TERM": "dumb", "CLICOLOR_FORCE": "1"], nil, false),
      (nil, ["TERM": "xterm", "NO_COLOR": "1"], "always", true),
      ("always", ["TERM": "xterm", "NO_COLOR": "1"], nil, true),
      ("never", ["TERM": "xterm"], nil, false), ("never", ["TERM": "xterm"], "always", true),
      ("always", ["TERM": "xterm"], "never", false),
    ] as [(String?, [String: String], String?, Bool)])
  func `color follows the option, else the setting, else the environment`(
    _ setting: String?, _ variables: [String: String], _ option: String?, _ isColored: Bool
  ) async throws {
    let world = try TestWorld()
    if let setting { await world.run("set", "color", setting) }
    let words = ["no-such-command"] + (option.map { ["--color", $0] } ?? [])
    let result = await world.run(words, on: FakeTerminal(), variables: variables)
    #expect(result.error.contains("\u{1B}[31m") == isColored, "\(result.error)")
  }

  @Test(
    arguments: [
      ("15;0", nil, "36"), ("0;15", nil, "34"), ("0;default;7", nil, "34"), ("", nil, "36"),
      ("nonsense", nil, "36"), ("0;15", "dark", "36"), ("15;0", "light", "34"),
    ] as [(String, String?, String)])
  func `commands to type are cyan on dark and blue on light`(
    _ colors: String, _ setting: String?, _ code: String
  ) async throws {
    let world = try TestWorld()
    if let setting { await world.run("set", "theme", setting) }
    let result = await world.run(
      ["show", "99"], on: FakeTerminal(), variables: ["TERM": "xterm", "COLORFGBG": colors])
    #expect(result.error.contains("\u{1B}[\(code)mmarket list"), "\(result.error)")
  }

  @Test func `profile shop renames the shop at home, and says what is so`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug")
    let renamed = await world.run("profile", "shop", "Oak & Sons")
    #expect(renamed.ends(with: 0, saying: "Your shop at home is Oak & Sons now"))
    #expect(!renamed.error.contains("keeps"))
    let product = try await world.listing(id)
    #expect(product.vendor.name == "Oak & Sons" && product.pictures?.count == 1)
    #expect(product.description == "Turned from one piece.")
    #expect(await world.run("whoami", "--fields", "shop").output == "Oak & Sons\n")
    #expect(await world.run("mine", "--format", "ids").output == "\(id)\n")
    #expect(await world.run("account", "rename", "Oak & Sons", "Oak").exitCode == 0)
    #expect(await world.run("profile", "shop", "--fields", "value").output == "Oak\n")
    #expect(await world.run("account", "rename", "Oak", "Oak & Sons").exitCode == 0)
    _ = try world.service.addAccount(name: "Elm")
    let taken = await world.run("profile", "shop", "Elm")
    #expect(taken.exitCode != 0 && taken.error.contains("Elm"), "\(taken.error)")
    #expect(await world.run("profile", "--fields", "name,value").output.contains("Oak & Sons"))
  }

  @Test(arguments: [true, false])
  func `profile shop renames the shop at the market in use, if that can do so`(
    _ extensions: Bool
  ) async throws {
    let world = try TestWorld(signedIn: false, extensions: extensions)
    let signedIn = await world.run(
      "login", TestWorld.url, "--shop", TestWorld.shop, "--identifier", world.identifier,
      variables: ["OPENMARKET_SECRET": world.secret])
    #expect(signedIn.exitCode == 0, "\(signedIn.error)")
    let id = try await world.add("Oak mug", price: "₩12000")
    await world.run("note", "\(id)", "repack")
    let result = await world.run("profile", "--shop", "Oak & Sons")
    #expect(result.exitCode == 0, "\(result.error)")
    let name = extensions ? "Oak & Sons" : TestWorld.shop
    #expect(try await world.listing(id).vendor.name == name)
    #expect(await world.run("whoami", "--fields", "shop").output == "\(name)\n")
    #expect(await world.run("mine", "--format", "ids").output == "\(id)\n")
    #expect(await world.run("note", "\(id)").output.contains("repack"))
    #expect(
      result.error.contains(
        extensions
          ? "Your shop at market.test is Oak & Sons now, and buyers see this name."
          : "At market.test your shop is still \(name): this market cannot rename shops."),
      "\(result.error)")
  }

  @Test(arguments: [true, false])
  func `a shop tells buyers how to reach it, if the market has a place for it`(
    _ extensions: Bool
  ) async throws {
    let world = try TestWorld(extensions: extensions)
    let early = try TestWorld(signedIn: false)
    let visitor = await early.run("profile", "--contact", "x", "--market", TestWorld.url)
    #expect(visitor.exitCode != 0 && visitor.error.contains("login"), "\(visitor.error)")
    let told = await world.run("profile", "--contact", "oak@example.com", "--words", "Bowls")
    guard extensions else {
      #expect(told.exitCode != 0 && told.error.contains("no pages on which"), "\(told.error)")
      return
    }
    #expect(told.exitCode == 0 && told.error.contains("Saved"), "\(told)")
    let shop = EditShop(
      contact: nil,
      credentials: Credentials(
        identifier: VendorIdentifier(world.identifier), secret: Secret(world.secret)))
    func stored() throws -> ShopProfile {
      try EditShop.decode(world.service.respond(shop.request)).value.profile
    }
    #expect(try stored() == ShopProfile(words: "Bowls", contact: "oak@example.com"))
    _ = await world.run("profile", "--contact", "")
    #expect(try stored() == ShopProfile(words: "Bowls"))
    let long = await world.run("profile", "--contact", String(repeating: "x", count: 201))
    #expect(long.exitCode != 0 && long.error.contains("200"), "\(long.error)")
  }

  @Test func `a name that another shop has is refused, and nothing is saved`() async throws {
    let world = try TestWorld(signedIn: false)
    await world.run(
      "login", TestWorld.url, "--shop", TestWorld.shop, "--identifier", world.identifier,
      variables: ["OPENMARKET_SECRET": world.secret])
    _ = try world.service.addAccount(name: "Elm")
    let taken = await world.run("profile", "shop", "elm")
    #expect(taken.exitCode != 0 && taken.error.contains("Elm"), "\(taken.error)")
    #expect(await world.run("whoami", "--fields", "shop").output == "\(TestWorld.shop)\n")
    #expect(!(await world.run("profile", "--fields", "name,value").output.contains("elm")))
  }

  @Test func `a saved name of the shop is not asked for again`() async throws {
    let world = try TestWorld(signedIn: false)
    _ = await world.run("profile", "shop", "Oak & Acorn")
    #expect(await world.ask("whoami").output.contains("Oak & Acorn (opens with your first add)"))
    let added = await world.ask(
      "add", "--name", "Oak mug", "--price", "₩12000", "--description", "Turned from one piece.",
      "--image", "a.jpg")
    #expect(added.ends(with: 0, saying: "Opened the shop Oak & Acorn"))
  }

  @Test func `a shop in the home market gets the name of the profile`() async throws {
    let world = try TestWorld(signedIn: false)
    #expect(await world.run("profile", "shop", "Oak & Sons").exitCode == 0)
    #expect(await world.run("profile", "currency", "KRW").exitCode == 0)
    try await world.add()
    #expect(await world.run("whoami", "--fields", "shop").output.contains("Oak & Sons"))
  }
}

import Messages
import Testing

@testable import CommandLanguage

@Suite(.timeLimit(.minutes(60))) struct GrammarHintTests {
  private static let aliases: Aliases = {
    var aliases = Aliases()
    try? aliases.set("m", to: "list --mine")
    try? aliases.set("put", to: "add --name Oak")
    return aliases
  }()

  private static let hints: [(String, String?)] = [
    ("", nil), (" ", nil), ("l", nil), ("li", "st"), ("ad", "d"), ("add", " --name <text>"),
    ("add ", "--name <text>"), ("add --na", "me <text>"), ("add --name", " <text>"),
    ("add --name ", "<text>"), ("add --name Oak", " --price <amount>"),
    ("add --name Oak ", "--price <amount>"), ("add --name 'Oak mug' --pr", "ice <amount>"),
    ("add --name Oak --price 5 --description x ", "--image <file>"),
    ("add --name Oak --price 5 --description x --image a.jpg ", nil),
    ("add --name 'Oak", nil), ("add # ", nil), ("list; add ", "--name <text>"),
    ("show ", "<listing>"), ("show", " <listing>"), ("show 12", nil), ("edit ", "<listing>"),
    ("edit 12 ", nil), ("edit --search mug ", nil), ("list ", nil), ("list --format gr", "id"),
    ("list --format grid", nil), ("list --mi", "ne"), ("list --", nil), ("list --nope", nil),
    ("lsit", nil), ("lsit ", nil), ("account", nil), ("account a", nil), ("account ad", "d"),
    ("account add ", "<name>"), ("m ", nil), ("m --fo", "rmat <table|grid|json>"),
    ("put ", "--price <amount>"), ("보기 ", "<listing>"), ("show $", nil),
  ]

  @Test(arguments: hints)
  func `the hint shows what is required next`(line: String, hint: String?) {
    #expect(testParser.hint(for: line, aliases: Self.aliases) == hint)
  }

  @Test func `placeholders are in the language of the prompt`() {
    let korean = DisplayLanguage.catalog(of: "ko")
    for (line, hint) in [
      ("add ", "--name <텍스트>"), ("add --name Oak --pr", "ice <금액>"), ("show", " <상품>"),
    ] {
      #expect(testParser.hint(for: line, in: korean) == hint)
    }
    let usage = testParser.usage(in: "add --price ", at: 12)
    #expect(usage?.parameter?.text(in: korean).hasPrefix("--price <금액>") == true)
  }

  @Test func `typing the hinted text does not change the hint`() {
    let whole = "add --name Oak --price"
    for count in "add --name Oak".count...whole.count where count != "add --name Oak -".count + 1 {
      let typed = String(whole.prefix(count))
      guard !typed.hasSuffix("-") else { continue }
      let hint = testParser.hint(for: typed) ?? ""
      #expect(typed + hint == whole + " <amount>")
    }
  }

  private static let usages: [(String, String?, String?)] = [
    ("", nil, nil), ("ad", nil, nil), ("nope 1", nil, nil), ("list # a", nil, nil),
    ("list", "list [options]", nil),
    ("보기 ", "show <listing> [options]", "<listing>  an id, or a code"),
    ("list --page ", "list [options]", "-p, --page <N>  which page"),
    ("list --page=", "list [options]", "-p, --page <N>  which page"),
    ("m --page 2", "list [options]", "-p, --page <N>  which page"),
    ("list --page", "list [options]", "-p, --page <N>  which page"),
    ("show 12; list ", "list [options]", nil),
  ]

  @Test(arguments: usages)
  func `usage is that of the command at the cursor`(
    line: String, usage: String?, parameter: String?
  ) {
    let found = testParser.usage(in: line, at: line.utf8.count, aliases: Self.aliases)
    #expect(found?.usage.english == usage)
    #expect(found?.parameter?.english == parameter)
  }

  @Test func `usage ignores the text after the cursor`() {
    let line = "show 12; list --page 2"
    #expect(testParser.usage(in: line, at: 5)?.usage.english == "show <listing> [options]")
    #expect(testParser.usage(in: line, at: -3) == nil)
    #expect(testParser.usage(in: line, at: 99)?.usage.english == "list [options]")
  }

  @Test func `completion after an alias offers the options of its command`() {
    let site = testParser.completionSite(in: "m --", at: 4, aliases: Self.aliases)
    #expect(site.command == "list")
    #expect(!site.offers.contains(.option(ListTestCommand.mine.facts)))
    #expect(site.offers.contains(.option(ListTestCommand.grid.facts)))
  }

  @Test func `an alias is highlighted as a command, and its words keep their roles`() {
    let roles = testParser.highlightSpans(of: "m --page 2", aliases: Self.aliases).map(\.role)
    #expect(roles == [.command(isKnown: true), .option(isKnown: true), .value])
    let images = testParser.highlightSpans(of: "put --image 'a b'.jpg", aliases: Self.aliases)
    #expect(images.map { $0.path?.text } == [nil, nil, "a b.jpg", "a b.jpg"])
  }

  private static let paths: [(String, [String?])] = [
    ("add --image a.jpg b.jpg", [nil, nil, "a.jpg", "b.jpg"]),
    ("add --image=~/a.jpg", [nil, nil, "~/a.jpg"]), ("add --image $A", [nil, nil, nil]),
    ("add --name a.jpg", [nil, nil, nil]), ("show a.jpg", [nil, nil]),
  ]

  @Test(arguments: paths)
  func `a word that names a file has a path`(line: String, paths: [String?]) {
    #expect(testParser.highlightSpans(of: line).map { $0.path?.text } == paths)
  }

  private static let targets: [(String, [String])] = [
    ("edit 12 @MUG-01 --price 5", ["12@5", "@MUG-01@8"]), ("edit --search @last 4..6", ["4..6@20"]),
    ("photo 12 3", ["12@6"]), ("show $A", []), ("show nope", []), ("nope 12", []),
    ("보기 \"@last\"", ["@last@7"]),
  ]

  @Test(arguments: targets)
  func `targets are found with their places`(line: String, expected: [String]) throws {
    let command = try #require(Tokenizer.read(line).commands.first)
    let found = testParser.targets(of: command).map { "\($0.target)@\($0.range.lowerBound)" }
    #expect(found == expected)
  }
}

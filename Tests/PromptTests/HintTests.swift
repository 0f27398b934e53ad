import CommandLanguage
import LineEditor
import MarketWire
import Messages
import SellerFiles
import Testing

@testable import Prompt

@Suite(.timeLimit(.minutes(60))) struct HintTests {
  /// The hint for a line after these lines were entered, oldest first.
  private func hint(
    _ line: String, after history: [String], in sample: PromptSample,
    at market: MarketKey = PromptSample.market
  ) throws -> Hint? {
    let assistant = try sample.assistant {
      $0.history = history.enumerated().map { PromptSample.entry($0 + 1, $1, at: market) }
    }
    return assistant.hint(
      for: line, history: history.reversed().filter { $0.hasPrefix(line) && $0 != line })
  }

  private static let possible: [(String, [String], String)] = [
    ("li", ["list --mine"], "st --mine"), ("list", ["list --mine", "list --all"], " --all"),
    ("ed", ["edit 12 --price 5"], "it 12 --price 5"),
    ("ed", ["edit @MUG-01 --price 5"], "it @MUG-01 --price 5"),
    ("sh", ["show @MUG-01 12..20"], "ow @MUG-01 12..20"),
    (
      "add", ["add --name Oak --price 5 --description x --image a.jpg"],
      " --name Oak --price 5 --description x --image a.jpg"
    ),
    (
      "add", ["add --name Oak --price 5 --description x --image *.jpg"],
      " --name Oak --price 5 --description x --image *.jpg"
    ),
    ("m", ["m --sold-out"], " --sold-out"), ("sea", ["search $SEASON"], "rch $SEASON"),
    ("목", ["목록 --mine"], "록 --mine"), ("list --m", ["list --market home"], "arket home"),
    ("list;", ["list; show 12"], " show 12"),
    // A line that cannot be hinted does not hide an older one.
    ("sh", ["show 12", "show @GONE"], "ow 12"),
  ]

  @Test(arguments: possible)
  func `the latest line that can be run again is hinted`(
    line: String, history: [String], rest: String
  ) throws {
    let sample = try PromptSample()
    try sample.write("a.jpg")
    #expect(try hint(line, after: history, in: sample) == Hint(rest, .history))
  }

  /// Lines that each break one rule.
  private static let impossible: [(String, String)] = [
    ("rem", "remove 12"), ("r", "rm @MUG-01 --yes"), ("삭", "삭제 12"), ("ed", "edit 12 13 --price 5"),
    ("ed", "edit 12..20 --price 5"), ("ed", "edit @page --stock 0"),
    ("ed", "edit --search mug --stock 0"), ("ed", "edit 12 --mine --stock 0"),
    ("ru", "run autumn.market"), ("app", "apply autumn.market"), ("demo", "demo clear"),
    ("log", "logout"), ("acc", "account reset oak"), ("his", "history delete mug"),
    ("list", "list; remove 12"), ("sh", "show @GONE"), ("sh", "show @last"),
    ("nop", "nope 12"), ("list", "list --nope"), ("search", "search $GONE"), ("list", "list 'a"),
    ("add", "add --name Oak --price 5 --description x --image gone.jpg"),
    ("add", "add --name Oak --price 5 --description x --image gone/*.jpg"),
    ("list", "list --market class"), ("log", "login x --identifier 5"), ("list", "list\nlist"),
    ("put", "put 12"),
  ]

  @Test(arguments: impossible)
  func `lines that fail or could do harm are never hinted`(line: String, old: String) throws {
    let sample = try PromptSample()
    try sample.write("autumn.market")
    #expect(try hint(line, after: [old], in: sample)?.kind != .history)
  }

  @Test func `lines entered in another market are not hinted`() throws {
    let sample = try PromptSample()
    let found = try hint("li", after: ["list --mine"], in: sample, at: PromptSample.otherMarket)
    #expect(found == Hint("st", .grammar))
  }

  @Test func `a line that was declined or refused is not hinted`() throws {
    let sample = try PromptSample()
    for (code, hint) in [(0, "it 12 --price 5"), (1, nil), (5, "it 12 --price 5")]
      as [(Int32, String?)]
    {
      let assistant = try sample.assistant {
        var entry = PromptSample.entry(1, "edit 12 --price 5")
        entry.outcome = .init(code: code, ran: "")
        $0.history = [entry]
      }
      let found = assistant.hint(for: "ed", history: ["edit 12 --price 5"])
      #expect((found?.kind == .history ? found?.text : nil) == hint, "\(code)")
    }
  }

  @Test func `an alias for a harmful command is not hinted`() throws {
    let sample = try PromptSample()
    let assistant = try sample.assistant {
      try $0.aliases.set("away", to: "remove --sold-out")
      $0.history = [PromptSample.entry(1, "away --yes")]
    }
    #expect(assistant.hint(for: "aw", history: ["away --yes"]) == nil)
  }

  @Test func `without a matching line, the hint comes from the grammar`() throws {
    let sample = try PromptSample()
    #expect(try hint("add ", after: [], in: sample) == Hint("--name <text>", .grammar))
    #expect(try hint("", after: ["list"], in: sample) == nil)
    #expect(try hint("edit 236 ", after: [], in: sample) == Hint("--name <text>", .grammar))
  }

  @Test(arguments: [MessageCatalog.english, DisplayLanguage.catalog(of: "ko")])
  func `the hint in a half-typed option completes a name of it`(catalog: MessageCatalog) throws {
    let parser = try PromptSample().snapshot().parser
    for spec in parser.commands {
      let names = Set(spec.options.map(\.shown))
      for name in names {
        for count in 3...name.count {
          let typed = String(name.prefix(count))
          guard let hint = parser.hint(for: "\(spec.name) \(typed)", in: catalog) else { continue }
          let whole = (typed + hint).prefix { $0 != " " }
          #expect(names.contains(String(whole)), "\(spec.name) \(typed)\(hint)")
        }
      }
    }
    let search = parser.hint(for: "search --max-pr", in: catalog)
    #expect(search == (catalog.language == "ko" ? "ice <금액>" : "ice <amount>"))
  }

  @Test func `the search for a hint ends after 200 lines`() throws {
    let sample = try PromptSample()
    let old = (0..<10_000).map { "edit \($0 + 1)..\($0 + 9) --stock 0" } + ["edit 12 --stock 1"]
    let assistant = try sample.assistant()
    var asked = 0
    let history = old.lazy.map { line -> String in
      asked += 1
      return line
    }
    #expect(assistant.hint(for: "edit", history: history)?.kind == .grammar)
    #expect(asked <= 200)
  }
}

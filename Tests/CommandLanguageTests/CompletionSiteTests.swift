import MarketTestSupport
import Testing

@testable import CommandLanguage

@Suite(.timeLimit(.minutes(60))) struct CompletionSiteTests {
  /// The offers in short: `cmd:name`, `--option`, `=value`, `$`; without global options.
  private func offers(_ line: String) -> (typed: String, offers: [String]) {
    let site = testParser.completionSite(in: line, at: line.utf8.count)
    let everywhere = Everywhere.all.map(\.facts)
    let offers: [String] = site.offers.compactMap { offer in
      switch offer {
      case .command(let name, _): "cmd:\(name)"
      case .option(let facts): everywhere.contains(facts) ? nil : facts.shown
      case .value(let facts): "=\(facts.name)"
      case .variable: "$"
      }
    }
    return (site.typed, offers)
  }

  private static let all = [
    "cmd:list", "cmd:show", "cmd:add", "cmd:edit", "cmd:photo", "cmd:account",
  ]
  private static let list = ["--page", "--format", "--mine", "--grid", "--table", "--thumbs"]

  private static let sites: [(String, String, [String])] = [
    ("", "", all), ("li", "li", all), ("list; ", "", all), ("list\n", "", all),
    ("--json ", "", all),
    ("list ", "", list), ("list --mi", "--mi", list),
    ("list --mine ", "", list.filter { $0 != "--mine" }),
    ("list --format ", "", ["=format"]), ("list --format gr", "gr", ["=format"]),
    ("list --format=gr", "gr", ["=format"]), ("list --market ", "", ["=market"]),
    ("list --nope=gr", "gr", []), ("show ", "", ["=listing", "--pictures"]),
    ("show @M", "@M", ["=listing", "--pictures"]), ("show 12 ", "", ["--pictures"]),
    ("show \"12 a", "12 a", ["=listing"]), ("edit 12 ", "", ["=listing", "--price", "--search"]),
    ("add ", "", ["--name", "--price", "--description", "--image", "--no-prepare"]),
    ("add --image ", "", ["=image"]),
    (
      "add --name x --image a ", "",
      ["=image", "--price", "--description", "--image", "--no-prepare"]
    ),
    (
      "add --image a --n", "--n", ["--name", "--price", "--description", "--image", "--no-prepare"]
    ),
    ("photo ", "", ["=listing", "cmd:save"]), ("photo 12 ", "", ["=number"]),
    ("account ", "", ["cmd:add"]),
    ("account a", "a", ["cmd:add"]), ("show $A", "A", ["$"]), ("show \"x $A", "A", ["$"]),
    ("nope ", "", []), ("list # a", "", []), ("account add -- --", "--", ["=name"]),
  ]

  @Test(arguments: sites)
  func `the grammar decides what is offered`(line: String, typed: String, expected: [String]) {
    let found = offers(line)
    #expect(found.typed == typed)
    #expect(found.offers == expected)
  }

  @Test func `an offer replaces the range of the site`() {
    let line = "list --format=gr --mine"
    #expect(testParser.completionSite(in: line, at: 16).range == 14..<16)
    let quoted = testParser.completionSite(in: "show 'a", at: 7)
    #expect(quoted.range == 5..<7)
    #expect(quoted.quote == .singleQuote)
  }

  @Test func `required options come first, global options last`() {
    let site = testParser.completionSite(in: "add --", at: 6)
    #expect(site.offers.first == .option(AddTestCommand.name.facts))
    #expect(site.offers.last == .option(Everywhere.help.facts))
  }

  @Test func `every cursor position in random lines has a site`() {
    var random = SeededGenerator(seed: 3)
    let pieces = [
      "list", "show", "photo", "--page", "=", " ", "'", "\"", "$A", "\\", "#", ";", "한", "-",
    ]
    for _ in 0..<3_000 {
      let line = (0..<8).compactMap { _ in pieces.randomElement(using: &random) }.joined()
      let offset = Int.random(in: -1...line.utf8.count + 1, using: &random)
      #expect(testParser.completionSite(in: line, at: offset).range.upperBound <= line.utf8.count)
    }
  }
}

import CommandLanguage
import Foundation
import LineEditor
import MarketTestSupport
import MarketWire
import Messages
import SellerFiles
import TerminalKit
import Testing

@testable import Prompt

@Suite(.timeLimit(.minutes(60))) struct CompletionTests {
  private static let firsts: [(String, [String])] = [
    // Commands: by name, by alias, and typed with the Korean keyboard layout.
    ("list|", ["list"]), ("ls|", ["list"]), ("목|", ["목록"]), ("m|", ["m"]), ("ㅣㅑㄴㅅ|", ["list"]),
    ("acc|", ["account"]), ("account |", ["add", "list", "reset", "disable"]),
    ("account r|", ["reset"]), ("list; sea|", ["search"]),
    ("help rem|", ["remove"]), ("help \"acc|", ["account add"]),
    ("help mon|", ["money"]), ("help offl|", ["offline"]),
    // Options: required ones first, none twice, none before a dash is typed.
    ("add --|", ["--name", "--price", "--image"]), ("add --name Oak --|", ["--price", "--image"]),
    ("list --mi|", ["--mine", "--min-price"]), ("m --mi|", ["--min-price"]),
    ("list --no-pic|", ["--no-pictures"]),
    // Listings, own ones only for a change: by words, initial consonants, ids and codes.
    ("remove oak|", ["236", "240"]), ("remove 23|", ["236"]), ("edit 머그|", ["109"]),
    ("edit ㅁㄱ|", ["109"]), ("show mug|", ["12", "236"]), ("edit mustard|", []),
    ("show mustard|", ["110"]), ("edit 236 oak|", ["240"]), ("edit @M|", ["@MUG-01"]),
    ("edit @spo|", ["@숟가락"]), ("edit @last|", []),
    // Values.
    ("list --sort pr|", ["price"]), ("list --format=js|", ["json", "jsonl"]),
    ("list --fields id,na|", ["id,name"]), ("show 12 --fields |", ["id"]),
    ("list --shop pe|", ["pedalpine"]), ("list --currency |", ["KRW", "USD"]),
    ("use cl|", ["class"]), ("use |", ["home", "class"]), ("list --market cl|", ["class"]),
    ("set th|", ["theme"]), ("set theme |", ["auto", "light", "dark", "default"]),
    ("set keys v|", ["vi"]), ("profile currency e|", ["EUR"]), ("timing o|", ["on", "off"]),
    ("edit 236 --allow price-jump,z|", ["price-jump,zero"]),
    // Variables.
    ("search $|", ["$SEASON", "$가을"]), ("search $SE|", ["$SEASON"]), ("search \"a $가|", ["$가을"]),
    ("search '$SE|", []), ("let SE|", ["SEASON"]),
    ("search \"a $|", ["$SEASON"]), ("search \"US$\"|", []), ("search US\\$|", []),
    // Nothing.
    ("search mu|", []), ("list # mu|", []), ("nope mu|", []), ("add --name mu|", []),
  ]

  @Test(arguments: firsts)
  func `the grammar decides what is completed, best first`(line: String, expected: [String]) throws
  {
    let found = try PromptSample().assistant().candidates(at: line).map(\.text)
    #expect(Array(found.prefix(expected.count)) == expected)
    if expected.isEmpty { #expect(found.isEmpty) }
  }

  @Test(arguments: [
    ("|", ["목록", "검색"]), ("계|", ["계정"]), ("계정 재발|", ["재발급"]), ("등록 --|", ["--상품명", "--가격"]),
    ("목록 --정렬 |", ["최신순", "오래된순"]), ("목록 --정렬 가|", ["가격"]), ("목록 --정렬 pr|", ["price"]),
    ("설정 테|", ["테마"]), ("설정 테마 밝|", ["밝게"]), ("도움말 금|", ["금액"]), ("목록 --부터 |", ["오늘", "어제"]),
    ("li|", ["list"]),
  ])
  func `names are offered in Korean until a letter is typed`(line: String, expected: [String])
    throws
  {
    let assistant = try PromptSample().assistant { $0.catalog = DisplayLanguage.catalog(of: "ko") }
    let found = assistant.candidates(at: line).map(\.text)
    #expect(Array(found.prefix(expected.count)) == expected)
  }

  private static let accepted: [(String, String)] = [
    ("remove oak|", "remove 236 |"), ("show mus| --no-pictures", "show 110 | --no-pictures"),
    ("list --shop 'Oak|", "list --shop 'Oak & \"Sons\"' |"),
    ("list --shop Oak|", "list --shop \"Oak & \\\"Sons\\\"\" |"),
    ("list --shop 'Mugs|", "list --shop 'Mugs & more' |"),
    ("list --shop=\"Mu|", "list --shop=\"Mugs & more\" |"),
    ("search \"a $SE|", "search \"a $SEASON|"), ("help acc|", "help account add |"),
    ("edit @M|", "edit @MUG-01 |"), ("add --pri|", "add --price |"),
  ]

  @Test(arguments: accepted)
  func `an accepted candidate is quoted as one word`(line: String, result: String) throws {
    #expect(try PromptSample().assistant().accepted(at: line) == result)
  }

  @Test func `a listing shows its name and price`() throws {
    let candidate = try #require(try PromptSample().assistant().candidates(at: "remove oak|").first)
    #expect(candidate.label.plain == "236  Oak mug")
    #expect(candidate.detail.plain == "₩12,000  @MUG-01")
  }

  @Test func `ids and prices of a menu end in the same column`() throws {
    let found = try PromptSample().assistant().candidates(at: "show mug|")
    let oak = try #require(found.first { $0.label.plain.hasSuffix("Oak mug") })
    let tree = try #require(found.first { $0.label.plain.hasSuffix("Mug tree") })
    #expect(oak.label.plain == "236  Oak mug" && tree.label.plain == " 12  Mug tree")
    #expect(oak.detail.plain == "₩12,000  @MUG-01" && tree.detail.plain == " ₩9,000")
  }

  @Test func `a listing with a code is offered once`() throws {
    let candidates = try PromptSample().assistant().candidates(at: "edit |")
    #expect(candidates.filter { $0.label.plain.contains("Oak mug") }.count == 1)
    #expect(!candidates.contains { $0.text == "@MUG-01" })
  }

  @Test func `drafts are completed with their listings`() throws {
    let assistant = try PromptSample().assistant {
      $0.drafts = [
        .init(name: "oak-mug", title: "Oak mug", isChange: false),
        .init(name: "draft", title: nil, isChange: false),
        .init(name: "edit-7", title: "Elm bowl", isChange: true),
      ]
    }
    for line in ["add --draft |", "drafts remove |"] {
      let found = assistant.candidates(at: line).map { "\($0.text) \($0.detail.plain)" }
      #expect(found.starts(with: ["oak-mug Oak mug", "draft "]), "\(found)")
    }
    func names(_ line: String) -> Set<String> {
      Set(assistant.candidates(at: line).map(\.text)).intersection(["oak-mug", "edit-7"])
    }
    #expect(names("add --draft |") == ["oak-mug"] && names("edit --draft |") == ["edit-7"])
    #expect(names("drafts remove |").count == 2)
  }

  @Test func `a code shows its listing`() throws {
    let candidate = try #require(try PromptSample().assistant().candidates(at: "edit @mug|").first)
    #expect(candidate.label.plain == "@MUG-01")
    #expect(candidate.detail.plain == "₩12,000  Oak mug")
  }

  @Test func `commands and options show their help`() throws {
    let assistant = try PromptSample().assistant()
    #expect(assistant.candidates(at: "rem|").first?.detail.plain == "Remove your listings")
    let price = try #require(assistant.candidates(at: "add --pri|").first)
    #expect(price.label.plain == "--price <amount>")
    #expect(price.detail.plain == "such as 12000, ₩12,000 or $12.50 (required)")
  }

  @Test func `a day shows its date`() throws {
    let days = try PromptSample().assistant().candidates(at: "list --since |").prefix(3)
    #expect(
      days.map { "\($0.text) \($0.detail.plain)" } == [
        "today 2026-11-22", "yesterday 2026-11-21", "mon 2026-11-16",
      ])
  }

  @Test func `@last and @page are completed when they stand for listings`() throws {
    let assistant = try PromptSample().assistant {
      $0.hasLast = true
      $0.hasPage = true
    }
    #expect(assistant.candidates(at: "show @|").suffix(2).map(\.text) == ["@last", "@page"])
  }

  @Test func `of equally good matches, the command used most comes first`() throws {
    let sample = try PromptSample()
    func first(_ lines: [String]) throws -> [String] {
      let assistant = try sample.assistant {
        $0.history = lines.enumerated().map { PromptSample.entry($0 + 1, $1) }
      }
      return assistant.candidates(at: "se|").prefix(3).map(\.text)
    }
    #expect(try first([]) == ["search", "set", "serve"])
    #expect(try first(["set", "set theme", "serve"]) == ["set", "serve", "search"])
  }

  @Test func `names with control characters are escaped`() throws {
    let assistant = try PromptSample().assistant {
      $0.shown = ShownListings([PromptSample.row(5, "mug\u{1B}[2J\u{202E}\n", 1, shop: "x\u{7}")])
    }
    let candidate = try #require(assistant.candidates(at: "show mug|").first)
    #expect(candidate.label.plain == "5  mug\\x1b[2J\\u{202e}\\n")
    #expect(assistant.candidates(at: "list --shop |").map(\.text) == ["\"x\""])
  }

  @Test func `after an error, Tab on an empty line completes its suggestion`() throws {
    let assistant = try PromptSample().assistant { $0.proposal = "list --mine" }
    #expect(assistant.accepted(at: "|") == "list --mine|")
    #expect(assistant.candidates(at: "|").contains { $0.text == "add" })
    #expect(assistant.candidates(at: "sh|").first?.text == "show")
  }

  @Test(arguments: [
    ["--name=Grandma's mug"], ["--name='Grandma mug'"], ["--name", "Grandma's mug"],
    ["--name=a;b", "--description=#1"],
  ])
  func `an outer shell completes behind any value`(words: [String]) throws {
    let assistant = try PromptSample().assistant()
    guard case .words(let found) = assistant.outerCompletion(of: ["add"] + words + ["--pri"])
    else {
      Issue.record("files are offered")
      return
    }
    #expect(found.map(\.text) == ["--price"])
  }

  @Test func `a line of a megabyte is neither colored nor completed`() throws {
    let assistant = try PromptSample().assistant()
    let line = "search " + String(repeating: "가", count: 400_000)
    #expect(assistant.completion(of: line, at: line.utf8.count) == nil)
    #expect(assistant.colored(line).plain == line)
    #expect(assistant.hint(for: line, history: [line + "x"]) == nil)
    #expect(assistant.usage(of: line, at: 0) == nil)
    #expect(!assistant.isUnfinished(line))
  }
}

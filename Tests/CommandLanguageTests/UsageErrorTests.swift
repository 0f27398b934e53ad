import Messages
import Testing

@testable import CommandLanguage

@Suite(.timeLimit(.minutes(60))) struct UsageErrorTests {
  private static let faults: [(String, [String])] = [
    (
      "add --name \"Mug\" --price 12000",
      [
        "add needs --description and at least one --image",
        "try: add --name Mug --price 12000 --description \"…\" --image photo.jpg",
      ]
    ),
    ("lst", ["1: unknown command \"lst\" — did you mean list?", "try: list"]),
    ("lsit --mine", ["1: unknown command \"lsit\" — did you mean list?", "try: list --mine"]),
    ("frobnicate 12", ["1: unknown command \"frobnicate\"", "try: help"]),
    ("--json", ["a command is missing", "try: help"]),
    (
      "list --pgae 2",
      ["6: unknown option \"--pgae\" — did you mean --page?", "try: list --page 2"]
    ),
    (
      "list --pgae=2 --mien",
      [
        "6: unknown option \"--pgae\" — did you mean --page?",
        "15: unknown option \"--mien\" — did you mean --mine?", "try: list --page=2 --mine",
      ]
    ),
    ("list —page 2", ["6: unknown option \"—page\" — did you mean --page?", "try: list --page 2"]),
    (
      "list --ㅔㅁㅎㄷ 2",
      ["6: unknown option \"--ㅔㅁㅎㄷ\" — did you mean --page?", "try: list --page 2"]
    ),
    ("list --page", ["6: --page needs a value", "try: list --page 2"]),
    ("list --page --mine", ["6: --page needs a value", "try: list --page 2 --mine"]),
    ("list --mine=yes", ["13: --mine takes no value", "try: help list"]),
    ("list --page 2 --page 3", ["15: --page is given twice", "try: help list"]),
    ("list --page 0", ["13: --page: \"0\" is less than 1", "try: help list"]),
    ("list --page 1001", ["13: --page: \"1001\" is not between 1 and 1000", "try: help list"]),
    (
      "list --format gird",
      [
        "15: --format: \"gird\" is not one of table, grid, json — did you mean grid?",
        "try: list --format grid",
      ]
    ),
    ("list mugs", ["6: unexpected word \"mugs\"", "try: help list"]),
    (
      "list “oak mug”",
      ["6: unexpected word \"“oak\" — use straight quotes: \"…\"", "try: help list"]
    ),
    (
      "edit 12 --price 12000 KWR",
      ["17: --price: unknown currency KWR — did you mean KRW?", "try: help edit"]
    ),
    (
      "edit 만원 --price 3",
      [
        "6: <listing>: \"만원\" is not a listing: write an id such as 12, a range such as 12..20,"
          + " or a code such as @MUG-01", "try: help edit",
      ]
    ),
    ("list --grid --table", ["13: --grid and --table cannot be combined", "try: help list"]),
    ("show", ["show needs <listing>", "try: show 12"]),
    ("show --no-pictures", ["show needs <listing>", "try: show 12 --no-pictures"]),
    (
      "show MUG-01",
      [
        "6: <listing>: \"MUG-01\" is not a listing: write an id such as 12, a range such as 12..20,"
          + " or a code such as @MUG-01 — did you mean @MUG-01?", "try: show @MUG-01",
      ]
    ),
    (
      "show 20..12",
      ["6: <listing>: \"20..12\" is in reverse order — did you mean 12..20?", "try: show 12..20"]
    ),
    ("edit --price +10%", ["edit needs <listing> or --search", "try: edit 12 --price +10%"]),
    (
      "edit 12 --price=1,50",
      ["17: --price: \"1,50\" is ambiguous: write 1.50 or 150", "try: help edit"]
    ),
    ("account", ["1: one more word is needed: add", "try: help"]),
    ("account ad x", ["9: \"ad\" is not one of add — did you mean add?", "try: account add x"]),
    (
      "add --descripton x --price 1 --name n --image a",
      [
        "5: unknown option \"--descripton\" — did you mean --description?",
        "try: add --description x --price 1 --name n --image a",
      ]
    ),
    ("add 'x", ["5: this ' is not closed", ""]),
    ("show $LAST", ["6: there is no variable $LAST", ""]),
    ("show \u{7}", ["6: a command cannot contain the control character U+0007", ""]),
  ]

  @Test(arguments: faults)
  func `an error explains each problem and may suggest a fix`(line: String, expected: [String]) {
    #expect(complaint(line) == expected)
  }

  @Test func `all problems are reported in the order of the words, and missing options last`() {
    #expect(
      complaint("add --price 12o00 --nmae Mug x --format json --json=1")
        == [
          "13: --price: \"12o00\" is not an amount of money: write 12000, 12,000 or 12.50 USD",
          "19: unknown option \"--nmae\" — did you mean --name?",
          "32: unknown option \"--format\"",
          "53: --json takes no value",
          "add needs --description and at least one --image",
          "try: help add",
        ])
  }

  @Test func `the details contain the help of each parameter with a problem`() throws {
    let parsed = try parse("list --page x --format y -p")
    let error = #expect(throws: UsageError.self) { try parsed.checked() }
    let details = try #require(error).details.map(\.english)
    #expect(details == ["-p, --page <N>  which page", "--format <table|grid|json>  the layout"])
  }

  @Test func `words are truncated and sanitized, and at most ten problems are shown`() throws {
    let text = String(repeating: "x", count: 100_000)
    #expect(complaint(text)[0].count < 100)
    #expect(complaint("a'\u{202E}b'")[0] == "1: unknown command \"a·b\"")
    let many = complaint("edit " + Array(repeating: "x!", count: 1000).joined(separator: " "))
    #expect(many.count == 12)
    #expect(many[10] == "and 990 more")
  }

  @Test func `every sentence can be translated`() throws {
    for (line, _) in Self.faults {
      do {
        _ = try parse(line).checked()
      } catch let error as UsageError {
        for sentence in error.sentences + [.init(place: nil, text: error.message)] {
          #expect(sentence.text.text(in: .bracketing).contains("⟦"), "\(line)")
        }
      }
    }
  }

  @Test func `an error is translated into Korean`() throws {
    let error = #expect(throws: UsageError.self) { try parse("lst").checked() }
    let text = try #require(error).message.text(in: DisplayLanguage.catalog(of: "ko"))
    #expect(text == "\"lst\"는 없는 명령이에요. 혹시 list인가요?")
  }
}

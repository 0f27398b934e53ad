import MarketTestSupport
import Testing

@testable import Messages

@Suite(.timeLimit(.minutes(60))) struct POFileTests {
  private typealias Entry = POFile.Entry

  @Test func `entries have keys, plurals, continued lines and escapes`() {
    let file = POFile(
      """
      # Translator
      msgid ""
      msgstr "Language: ko\\nPlural-Forms: nplurals=2; plural=n!=1\\n"

      #. note
      #: A.swift:1
      #, c-format
      msgid "a"
      "b \\"c\\"\\\\\\t"
      msgstr ""
      "x"
      "y"
      msgid "one"
      msgid_plural "many {1}"
      msgstr[0] "eins"
      msgstr[1] "viele {1}"

      #~ msgid "obsolete"
      #~ msgstr "alt"
      msgid "untranslated"
      msgstr ""
      """)
    #expect(
      file.entries == [
        Entry(line: 8, key: "ab \"c\"\\\t", texts: ["xy"]),
        Entry(line: 13, key: "one", plural: "many {1}", texts: ["eins", "viele {1}"]),
      ])
    #expect(file.keys == ["ab \"c\"\\\t", "many {1}", "untranslated"])
    #expect(file.language == "ko")
    #expect(file.rule.forms == 2)
    #expect(file.problems.isEmpty)
  }

  @Test func `fuzzy entries and entries with a context are not used`() {
    let file = POFile(
      """
      #, fuzzy
      msgid "a"
      msgstr "x"

      msgctxt "menu"
      msgid "b"
      msgstr "y"

      msgid "c"
      msgstr "z"
      """)
    #expect(file.entries.map(\.key) == ["c"])
    #expect(file.problems.isEmpty)
  }

  @Test(
    arguments: [
      ("msgid \"a\nmsgstr \"x\"", 1), ("msgid \"a\"\nmsgstr x", 2), ("msgid \"a\\x\"", 1),
      ("hello", 1), ("\"lost\"", 1), ("msgstr \"x\"", 1), ("msgid \"a\"\nmsgstr[1] \"x\"", 2),
      ("msgid \"a\"b\"", 1),
    ])
  func `a damaged entry is skipped and the next one is read`(damage: String, line: Int) {
    let file = POFile(damage + "\n\nmsgid \"next\"\nmsgstr \"x\"\n")
    #expect(file.entries.map(\.key) == ["next"])
    #expect(file.problems.first == POFile.Problem(line: line, reason: .syntax))
  }

  @Test func `a wrong number of plural forms is a problem`() {
    let file = POFile("msgid \"one\"\nmsgid_plural \"{1} many\"\nmsgstr[0] \"{1}\"")
    #expect(file.problems == [POFile.Problem(line: 1, reason: .pluralForms)])
  }

  @Test(
    arguments: [
      "nplurals=0; plural=0", "nplurals=2", "nplurals=2; plural=", "nplurals=2; plural=(n",
      "nplurals=2; plural=n!", "nplurals=2; plural=n ? 1", "nplurals=x; plural=n", "plural",
      "nplurals=2; plural=system(1)", "nplurals=2; plural=n%0", "nplurals=2; plural=9",
    ])
  func `a plural rule that cannot be understood is a problem`(header: String) {
    let file = POFile("msgid \"\"\nmsgstr \"Plural-Forms: \(header)\\n\"")
    #expect(file.problems == [POFile.Problem(line: 1, reason: .pluralRule)])
    #expect(file.rule.forms == 2)
  }

  @Test(
    arguments: [
      ("nplurals=1; plural=0", [0, 0, 0, 0, 0, 0, 0]),
      ("nplurals=2; plural=(n != 1);", [1, 0, 1, 1, 1, 1, 1]),
      ("nplurals=2; plural=n > 1;", [0, 0, 1, 1, 1, 1, 1]),
      ("nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;", [2, 0, 1, 2, 2, 2, 2]),
      (
        "nplurals=3; plural=n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2;",
        [2, 0, 1, 2, 2, 2, 1]
      ),
      (
        """
        nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || \
        n%100>=20) ? 1 : 2;
        """, [2, 0, 1, 2, 2, 0, 1]
      ),
    ])
  func `a plural rule gives the form of a count`(header: String, expected: [Int]) {
    let rule = PluralRule(header: header)
    let forms = [0, 1, 2, 5, 12, 21, 22].compactMap { rule?.index(of: $0) }
    #expect(forms == expected)
  }

  @Test func `no mutation of a file traps`() {
    let sample = """
      msgid ""
      msgstr "Plural-Forms: nplurals=3; plural=n==1 ? 0 : n>=2 && n<=4 ? 1 : 2;\\n"

      msgid "1 file"
      msgid_plural "{1} files {{"
      msgstr[0] "{1:을/를}"
      msgstr[1] "{1} \\"b\\""
      msgstr[2] "c {1}"
      """
    var random = SeededGenerator(seed: 12)
    let letters = Array("\"\\{}:[]n%()?0 \nm#")
    for _ in 0..<2_000 {
      var text = Array(sample)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<text.count, using: &random)
        if Bool.random(using: &random) {
          text.remove(at: place)
        } else {
          text[place] = letters.randomElement(using: &random) ?? "x"
        }
      }
      let catalog = MessageCatalog(po: String(text))
      let message = Message(count: 2, one: "1 file", other: "\(2) files {")
      #expect(!message.text(in: catalog).isEmpty)
    }
  }
}

import Messages
import Testing

@Suite(.timeLimit(.minutes(60))) struct MessageTests {
  static let greeting: Message = "Signed in."

  @Test(
    arguments: [
      (greeting, "Signed in.", "Signed in."), ("", "", ""),
      ("\(3) of \(31) shown", "{1} of {2} shown", "3 of 31 shown"), ("\("mug")", "{1}", "mug"),
      ("\("a\u{1B}[31m\nb") is sold out", "{1} is sold out", "a\\x1b[31m\\nb is sold out"),
      ("\("a mug".prefix(1))\(UntrustedText("\t"))", "{1}{2}", "a\\t"),
      ("price: \(formatted: "₩12,000")", "price: {1}", "price: ₩12,000"),
      ("`\(command: "list --all")` shows all", "`{1}` shows all", "`list --all` shows all"),
      ("undo: \(command: "edit \u{202E}")", "undo: {1}", "undo: edit \\u{202e}"),
      ("id \(1234), \(grouped: 1_234_567) bytes", "id {1}, {2} bytes", "id 1234, 1,234,567 bytes"),
      ("\(grouped: 0) \(grouped: 999) \(grouped: -1000)", "{1} {2} {3}", "0 999 -1,000"),
      ("not \(greeting)", "not {1}", "not Signed in."),
      ("{a} is \(1) {", "{{a}} is {1} {{", "{a} is 1 {"),
      (
        """
        One sentence. \
        Another with \(2) values.
        """, "One sentence. Another with {1} values.", "One sentence. Another with 2 values."
      ),
    ] as [(Message, String, String)])
  func `a literal has a key and an English text`(message: Message, key: String, text: String) {
    #expect(message.key == key)
    #expect(message.english == text)
    #expect(message.isEmpty == text.isEmpty)
  }

  @Test(
    arguments: [
      ("mug", "\"mug\""), ("", "\"\""), ("a\nb\u{200B}", "\"a·b·\""),
      (String(repeating: "a", count: 40), "\"" + String(repeating: "a", count: 40) + "\""),
      (String(repeating: "a", count: 41), "\"" + String(repeating: "a", count: 39) + "…\""),
      (String(repeating: "e\u{301}", count: 300), "\"" + String(repeating: "é", count: 39) + "…\""),
    ])
  func `a quoted value is short and has no controls`(text: String, expected: String) {
    let message: Message = "\(quoted: text) is unknown"
    #expect(message.english == expected + " is unknown")
  }

  @Test(arguments: [(0, "0 listings"), (1, "1 listing"), (2, "2 listings"), (-1, "1 listing")])
  func `a count chooses the singular`(count: Int, expected: String) {
    let message = Message(count: count, one: "1 listing", other: "\(count) listings")
    #expect(message.key == "{1} listings")
    #expect(message.english == expected)
    let outer: Message = "\(message) of \("red")"
    #expect(outer.key == "{1} of {2}")
    #expect(outer.english == expected + " of red")
  }

  @Test(
    arguments: [
      ([], .comma, ""), (["a"], .or, "a"), (["a", "b"], .and, "a and b"),
      (["a", "b", "c", "d"], .or, "a, b, c or d"), (["a", "b", "c"], .comma, "a, b, c"),
      (["a", "b", "c"], .semicolon, "a; b; c"), (["A.", "B."], .sentences, "A. B."),
    ] as [([Message], Message.Separator, String)])
  func `items are joined by a separator`(
    items: [Message], separator: Message.Separator, expected: String
  ) {
    #expect(Message.list(items, separator).english == expected)
  }

  @Test func `a list of many items is not deep`() {
    let items = (1...100_000).map { number -> Message in "\(number)" }
    #expect(Message.list(items).english.utf8.count == 688_893)
  }

  @Test(
    arguments: [
      (0, "0 bytes", "0 bytes"), (1, "1 byte", "1 byte"), (999, "999 bytes", "999 bytes"),
      (1_499, "1 KB", "1,499 bytes"), (284_400, "284 KB", "284,400 bytes"),
      (999_499, "999 KB", "999,499 bytes"), (999_500, "1.0 MB", "999,500 bytes"),
      (3_149_999, "3.1 MB", "3,149,999 bytes"), (12_300_000_000, "12.3 GB", "12,300,000,000 bytes"),
      (.max, "9 EB", "9,223,372,036,854,775,807 bytes"),
    ])
  func `a number of bytes is rounded or exact`(bytes: Int, rounded: String, exact: String) {
    #expect(Message.byteCount(bytes).english == rounded)
    #expect(Message.exactByteCount(bytes).english == exact)
  }

  @Test func `pieces tell text, values, data and commands apart`() {
    let inner: Message = "\(3) of \("red")"
    let message: Message = "Found \(inner)\(""): \(command: "show 12")"
    let found = message.pieces(in: .english).map { "\($0.kind) \($0.text)" }
    #expect(
      found == ["text Found ", "value 3", "text  of ", "data red", "text : ", "command show 12"])
  }

  @Test func `brackets surround text and not values`() {
    let count = Message(count: 1, one: "1 listing", other: "\(1) listings")
    let message: Message = "\(count) of \("red"), `\(command: "list")`"
    #expect(message.text(in: .bracketing) == "⟦1 listing⟧⟦ of ⟧red⟦, `⟧list⟦`⟧")
    #expect(("plain" as Message).text(in: .bracketing) == "⟦plain⟧")
    #expect(("" as Message).text(in: .bracketing).isEmpty)
  }

  @Test func `a bracketing catalog reports the keys that are rendered`() async {
    await confirmation(expectedCount: 2) { confirm in
      let catalog = MessageCatalog.bracketing { key in
        #expect(key == "{1} of {2}" || key == "{1} listings")
        confirm()
      }
      let count = Message(count: 1, one: "1 listing", other: "\(1) listings")
      #expect(("\(count) of \(2)" as Message).text(in: catalog) == "⟦1 listing⟧⟦ of ⟧2")
    }
  }

  @Test func `messages with the same text and values are equal`() {
    let name = "mug"
    #expect(("\(1) of \(name)" as Message) == "\(1) of \("mug")")
    #expect(("\(name)" as Message) != "\(formatted: name)")
    #expect(("mug" as Message) != "\(name)")
    #expect(Message(count: 1, one: "a", other: "b") != "b")
  }
}

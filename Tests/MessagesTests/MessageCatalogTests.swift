import MarketTestSupport
import Messages
import Testing

@Suite(.timeLimit(.minutes(60))) struct MessageCatalogTests {
  private static let korean = MessageCatalog(
    po: """
      # A comment.
      msgid ""
      msgstr ""
      "Language: ko\\n"
      "Plural-Forms: nplurals=1; plural=0;\\n"

      #: Sources/MarketRender/ListingWords.swift:58
      msgid "{1} of {2} shown"
      msgstr "{2}개 중 {1}개"

      msgid "1 listing"
      msgid_plural "{1} listings"
      msgstr[0] "상품 {1}개"

      msgid "removed {1} from {2}"
      msgstr "{2}에서 {1}{1:을/를} 삭제했습니다"

      msgid "a {{brace}} and "
      "\\"quotes\\"\\n"
      msgstr "{{중괄호}}와 \\"따옴표\\"\\n"

      msgid "\\"{1}\\""
      msgstr "‘{1}’"

      msgid "{1} and {2}"
      msgstr "{1}{1:과/와} {2}"

      msgid "unknown: {1}"
      msgstr "{1}{1:은/는} 없습니다"
      """)

  @Test(
    arguments: [
      ("\(3) of \(31) shown", "31개 중 3개"),
      (Message(count: 1, one: "1 listing", other: "\(1) listings"), "상품 1개"),
      (Message(count: 7, one: "1 listing", other: "\(7) listings"), "상품 7개"),
      ("removed \("머그컵") from \("서울")", "서울에서 머그컵을 삭제했습니다"),
      ("removed \("접시") from \("서울")", "서울에서 접시를 삭제했습니다"),
      ("a {brace} and \"quotes\"\n", "{중괄호}와 \"따옴표\"\n"), ("unknown: \(quoted: "컵")", "‘컵’은 없습니다"),
      (.list(["\("컵")", "\("접시")"], .and), "컵과 접시"), ("not translated: \(3)", "not translated: 3"),
    ] as [(Message, String)])
  func `a translation orders values and chooses particles`(message: Message, expected: String) {
    #expect(message.text(in: Self.korean) == expected)
    #expect(message.pieces(in: Self.korean).map(\.text).joined() == expected)
  }

  @Test func `a translation keeps the kinds of its values`() {
    let message: Message = "removed \("컵") from \(command: "@A")"
    let found = message.pieces(in: Self.korean).map { "\($0.kind) \($0.text)" }
    #expect(found == ["command @A", "text 에서 ", "data 컵", "text 을 삭제했습니다"])
  }

  @Test(
    arguments: [
      (0, "0 файлов"), (1, "1 файл"), (2, "2 файла"), (5, "5 файлов"), (11, "11 файлов"),
      (21, "21 файл"), (22, "22 файла"), (112, "112 файлов"),
    ])
  func `a plural rule chooses one of several forms`(count: Int, expected: String) {
    let catalog = MessageCatalog(
      po: """
        msgid ""
        msgstr ""
        "Plural-Forms: nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && \
        (n%100<10 || n%100>=20) ? 1 : 2;\\n"

        msgid "1 file"
        msgid_plural "{1} files"
        msgstr[0] "{1} файл"
        msgstr[1] "{1} файла"
        msgstr[2] "{1} файлов"
        """)
    let message = Message(count: count, one: "1 file", other: "\(count) files")
    #expect(message.text(in: catalog) == expected)
  }

  @Test func `a form for one may leave the count out`() {
    let catalog = MessageCatalog(
      po: """
        msgid "1 file of {2}"
        msgid_plural "{1} files of {2}"
        msgstr[0] "eine Datei von {2}"
        msgstr[1] "{1} Dateien von {2}"
        """)
    func text(_ count: Int) -> String {
      Message(count: count, one: "1 file of \("red")", other: "\(count) files of \("red")")
        .text(in: catalog)
    }
    #expect(text(1) == "eine Datei von red")
    #expect(text(3) == "3 Dateien von red")
  }

  @Test(
    arguments: [
      "{1", "1}", "{}", "{0} {1}", "{2}", "{01}", "{1:}", "{1:가/이}", "{x}", "no value", "{1}{-1}",
      "{1:을/를}", "",
    ])
  func `a translation that does not fit stays English`(translation: String) {
    let file = POFile("msgid \"price: {1}\"\nmsgstr \"\(translation)\"")
    #expect(file.problems.map(\.reason) == (translation.isEmpty ? [] : [.placeholders]))
    let message: Message = "price: \(3)"
    #expect(message.text(in: MessageCatalog(file)) == "price: 3")
  }

  @Test func `values are never read as placeholders`() {
    let message: Message = "removed \("{2}") from \("{1:을/를}")"
    #expect(message.text(in: Self.korean) == "{1:을/를}에서 {2}를 삭제했습니다")
  }

  @Test func `a word outside of brackets is found unless it is a known value`() {
    var known = WordsOutsideBrackets(specs: [], process: [], topics: [])
    known.allow("oak")
    known.allow(phrase: "Ash bowl")
    #expect(known.find(in: "⟦12 times⟧ Oak Ash bowl /a/b.jpg 7").isEmpty)
    #expect(known.find(in: "a\n⟦ok⟧ 12 times Ash") == ["a: a", "times Ash: ⟦ok⟧ 12 times Ash"])
  }
}

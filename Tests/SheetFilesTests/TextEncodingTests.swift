import Messages
import SheetFiles
import Testing

@Suite(.timeLimit(.minutes(60))) struct TextEncodingTests {
  private static let korean: [UInt8] = [
    187, 243, 199, 176, 184, 237, 44, 176, 161, 176, 221, 10, 184, 211, 177, 215, 196, 197, 44, 49,
    50, 48, 48, 48, 10,
  ]
  private static let japanese: [UInt8] = [
    143, 164, 149, 105, 150, 188, 44, 137, 191, 138, 105, 10, 131, 125, 131, 79, 135, 64, 44, 49,
    50,
    48, 48, 10,
  ]
  private static let western: [UInt8] =
    Array("name,Preis\nTasse f".utf8) + [0xFC] + Array("r ".utf8) + [0x80] + Array(",5\n".utf8)

  private static func utf16(_ text: String, isBig: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return isBig ? bytes.reversed() : bytes
    }
  }

  @Test func `without a mark, a file is UTF-8`() throws {
    let table = try Table("a.csv", "상품명,가격\n머그컵 🍵,12000\n")
    #expect(table.file.encoding == .utf8)
    #expect(table.file.header == ["상품명", "가격"])
    #expect(table.texts == [["머그컵 🍵", "12000"]])
  }

  @Test(arguments: ["a.csv", "a.tsv", "a.json", "a.jsonl"])
  func `the mark of UTF-8 is no part of the first value`(name: String) throws {
    let text = name.contains("json") ? "{\"상품명\": \"컵\"}\n" : "\"상품명\"\n컵\n"
    let table = try Table(name, "\u{FEFF}" + text, options: SheetOptions(encoding: .cp949))
    #expect(table.file.encoding == .utf8)
    #expect(table.file.header == ["상품명"])
    #expect(table.texts == [["컵"]])
  }

  @Test(arguments: [false, true], [false, true])
  func `UTF-16 is read with its mark, and without one if it is named`(isBig: Bool, hasMark: Bool)
    throws
  {
    let text = (hasMark ? "\u{FEFF}" : "") + "상품명\t가격\r\n머그컵 🍵\t12000\r\n"
    let table = try Table(
      "a.csv", Self.utf16(text, isBig: isBig),
      options: SheetOptions(encoding: hasMark ? nil : .utf16))
    #expect(table.file.encoding == .utf16)
    #expect(table.file.separator == "\t")
    #expect(table.file.header == ["상품명", "가격"])
    #expect(table.texts == [["머그컵 🍵", "12000"]])
  }

  @Test func `UTF-16 is read across blocks`() throws {
    let row = "머그컵 🍵,\"a\nb\"\r\n"
    let bytes = Self.utf16("\u{FEFF}a,b\r\n" + String(repeating: row, count: 12_000), isBig: false)
    let table = try Table("a.csv", bytes)
    #expect(table.rows.count == 12_000)
    #expect(table.texts.allSatisfy { $0 == ["머그컵 🍵", "a\nb"] })
    #expect(table.numbers.last == 24_000)
  }

  @Test(arguments: [
    (TextEncoding.cp949, korean, ["상품명", "가격"], ["머그컵", "12000"]),
    (.cp932, japanese, ["商品名", "価格"], ["マグ①", "1200"]),
    (.latin1, western, ["name", "Preis"], ["Tasse für €", "5"]),
  ])
  func `an encoding that is named is read`(
    encoding: TextEncoding, bytes: [UInt8], header: [String], row: [String]
  ) throws {
    let table = try Table("a.csv", bytes, options: SheetOptions(encoding: encoding))
    #expect(table.file.encoding == encoding)
    #expect(table.file.header == header)
    #expect(table.texts == [row])
  }

  @Test func `what may be several encodings is never guessed, but shown in each`() throws {
    let error = try #require(try failure("a.csv", Self.japanese))
    guard case .notUTF8(let samples) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(error.row == 1)
    let lines = Dictionary(uniqueKeysWithValues: samples.map { ($0.encoding, $0.lines) })
    #expect(lines[.cp932] == ["商品名,価格", "マグ①,1200"])
    #expect(lines[.utf8] == nil)
    #expect(lines[.utf16] == nil)
    #expect(error.details.map(\.english).contains("--encoding cp932: 商品名,価格"))
  }

  @Test func `the samples are lines with other than ASCII characters`() throws {
    let bytes = Array("name,price\nMug,5\nCup,6\n".utf8) + Self.japanese + Array("x,1\n".utf8)
    let error = try #require(try failure("a.csv", bytes))
    guard case .notUTF8(let samples) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(error.row == 4)
    #expect(samples.first { $0.encoding == .cp932 }?.lines == ["商品名,価格", "マグ①,1200"])
  }

  @Test(arguments: ["a.json", "a.jsonl"])
  func `JSON in Korean of Windows is read as well`(name: String) throws {
    let table = try Table(
      name, Array("{\"a\": \"".utf8) + Self.korean[..<6] + Array("\"}".utf8))
    #expect(table.texts == [["상품명"]])
  }

  @Test(arguments: [
    (TextEncoding.cp949, [0x61, 0x0A, 0xFF, 0x0A] as [UInt8]), (.cp949, [0x61, 0x0A, 0xB0]),
    (.cp932, [0x61, 0x0A, 0x81]), (.latin1, [0x61, 0x0A, 0x81]),
    (.utf16, [0xFF, 0xFE, 0x61, 0x00, 0x0A, 0x00, 0x00, 0xD8, 0x61, 0x00]),
    (.utf16, [0xFF, 0xFE, 0x61, 0x00, 0x0A]), (.utf8, [0xEF, 0xBB, 0xBF, 0x61, 0x0A, 0xFF]),
  ])
  func `bytes that are not in the encoding are never replaced`(
    encoding: TextEncoding, bytes: [UInt8]
  ) throws {
    let error = try failure("a.csv", bytes, options: SheetOptions(encoding: encoding))
    switch error?.reason {
    case .invalid(let found): #expect(found == encoding)
    case .notUTF8: #expect(encoding == .utf8)
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test(arguments: [false, true])
  func `UTF-16 is recognized without a mark, and the file says so`(isBig: Bool) throws {
    let table = try Table("a.csv", Self.utf16("상품명,price\n머그컵,5\n", isBig: isBig))
    #expect(table.texts == [["머그컵", "5"]])
    #expect(table.remarks == [.encoding(.utf16)])
  }

  @Test func `Korean text of Windows is recognized, and the file says so`() throws {
    let table = try Table("a.csv", Self.korean)
    #expect(table.file.header == ["상품명", "가격"])
    #expect(table.remarks == [.encoding(.cp949)])
  }

  @Test func `a byte of 0 in a text is an error`() throws {
    let bytes = Array("name,price\nMu".utf8) + [0] + Array("g,5\n".utf8)
    let error = try #require(try failure("a.csv", bytes))
    #expect(error.reason == .zeroByte)
    #expect(error.message.english.contains("--encoding utf-16"))
  }

  @Test(arguments: [
    ("euc-kr", TextEncoding.cp949), ("EUC_KR", .cp949), ("ms949", .cp949), ("cp949", .cp949),
    ("x-windows-949", .cp949), ("ks_c_5601-1987", .cp949), ("windows-1252", .latin1),
    ("ISO-8859-1", .latin1), ("utf8", .utf8), ("UTF-8-sig", .utf8), ("utf-16le", .utf16),
    ("Shift_JIS", .cp932), ("unicode", .utf16), ("ANSI", .latin1),
  ])
  func `an encoding has the names of other programs`(name: String, encoding: TextEncoding) {
    #expect(TextEncoding(name: name) == encoding)
    #expect(TextEncoding(name: "x" + name) == nil)
  }
}

import Foundation
import MarketTestSupport
import SheetFiles
import Testing

/// Files of real programs; `Fixtures/sheets/make.py` names their versions.
@Suite(.timeLimit(.minutes(60))) struct SpreadsheetTests {
  private static func path(_ name: String) -> String {
    Fixture.root.appending(path: "sheets/\(name).xlsx").path
  }

  @Test(arguments: ["openpyxl", "libreoffice", "gnumeric", "libxlsxwriter"])
  func `a spreadsheet of each program is read alike`(program: String) throws {
    // gnumeric shows hidden sheets.
    let sheet = program == "gnumeric" ? "2" : nil
    let table = try Table(Self.path(program), options: SheetOptions(sheet: sheet))
    // openpyxl does not calculate.
    let calculates = program != "openpyxl"
    #expect(table.file.sheet == "상품 목록")
    #expect(
      table.file.header == [
        "code", "name", "price", "stock", "off", "day", "moment", "open", "total", "broken",
      ])
    #expect(table.numbers == [2, 4, 5, 6])
    #expect(
      table.rows.map(\.cells) == [
        [
          .text("007"), .text("머그컵 <&> \"'"), .number("12000"), .number("5"), .text("10%"),
          .date("2026-11-03"), .date("2026-11-03T14:05:06"), .boolean(true),
          calculates ? .number("60000") : .error("=C2*D2"),
          .error(calculates ? "#DIV/0!" : "=1/0"),
        ],
        [
          .text("MUG-2"), .text("two\nlines"), .number("19.99"), .number("-3"), .empty, .empty,
          .empty, .boolean(false),
        ],
        [.text("merged"), .empty, .number("8801234567890")],
        [.empty, .text(" blank ")],
      ])
  }

  @Test(arguments: ["openpyxl", "libreoffice", "gnumeric", "libxlsxwriter"])
  func `a sheet is chosen by name or number, also a hidden one`(program: String) throws {
    for name in ["Notes", "notes", "1"] {
      let file = try Table(Self.path(program), options: SheetOptions(sheet: name)).file
      #expect(file.sheet == "Notes")
      #expect(file.header == ["hidden"])
    }
    let second = try SheetReader.open(Self.path(program), options: SheetOptions(sheet: "2"))
    #expect(second.file.sheet == "상품 목록")
    let error = #expect(throws: SheetError.self) {
      try SheetReader.open(Self.path(program), options: SheetOptions(sheet: "3"))
    }
    #expect(error?.reason == .noSheet("3", names: ["Notes", "상품 목록"]))
  }

  @Test func `a truncated file is one error, wherever it ends`() throws {
    let bytes = Array(try Fixture.bytes("sheets/libreoffice.xlsx"))
    for count in stride(from: 0, to: bytes.count, by: 97) {
      let error = try #require(try failure("a.xlsx", bytes.prefix(count)))
      guard case .damaged = error.reason else {
        Issue.record("\(count): \(error)")
        return
      }
    }
  }

  @Test func `a damaged file is an error or the same table`() throws {
    let bytes = Array(try Fixture.bytes("sheets/libreoffice.xlsx"))
    let whole = try Table(Self.path("libreoffice")).rows
    var random = SeededGenerator(seed: 16)
    for _ in 0..<300 {
      var damaged = bytes
      let index = Int.random(in: 0..<damaged.count, using: &random)
      damaged[index] ^= UInt8.random(in: 1...255, using: &random)
      let file = try TemporaryFile("a.xlsx", damaged)
      let rows = try? Table(file.path, options: SheetOptions(sheet: "상품 목록")).rows
      #expect(rows == nil || rows == whole, "byte \(index): \(rows ?? [])")
    }
  }

  @Test func `a text with the name of a spreadsheet, and a spreadsheet with that of a text`() throws
  {
    let zip = try Fixture.bytes("sheets/openpyxl.xlsx")
    for name in ["a.csv", "a.tsv", "a.json", "a.xlsm", "a.xls"] {
      #expect(try Table(name, zip).file.sheet == "상품 목록")
    }
    guard case .damaged = try failure("a.xlsx", "a,b\n1,2\n")?.reason else {
      Issue.record("a text was taken for a spreadsheet")
      return
    }
  }

  @Test func `an old spreadsheet is named, whatever its name`() throws {
    let start: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0, 0]
    for name in ["a.xlsx", "a.csv", "a.xls"] {
      #expect(try failure(name, start)?.reason == .other(.oldSpreadsheet))
    }
    #expect(try failure("a.cell", start)?.reason == .other(.hancom))
  }

  @Test func `the streams of an old file say what it is`() throws {
    for (stream, kind) in [
      ("EncryptedPackage", OtherFile.password), ("Workbook", .oldSpreadsheet),
      ("WordDocument", .document), ("HwpSummaryInformation", .hancom),
    ] {
      var file: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
      file += [UInt8](repeating: 0, count: 1016)
      file[0x1E] = 9
      for unit in stream.utf16 { file += [UInt8(unit & 0xFF), 0] }
      file += [UInt8](repeating: 0, count: 512)
      #expect(try failure("a.xls", file)?.reason == .other(kind))
    }
  }

  @Test func `a missing spreadsheet and a folder cannot be read`() throws {
    for path in ["/none/a.xlsx", NSTemporaryDirectory() + "folder-\(UUID()).xlsx"] {
      if !path.hasPrefix("/none") {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      }
      defer { try? FileManager.default.removeItem(atPath: path) }
      let error = #expect(throws: SheetError.self) { try SheetReader.open(path) }
      guard case .unreadable = error?.reason else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }
}

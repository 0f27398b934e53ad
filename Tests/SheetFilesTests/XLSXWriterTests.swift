import Foundation
import SheetFiles
import Testing

@Suite(.timeLimit(.minutes(60))) struct XLSXWriterTests {
  private static let columns: [XLSXWriter.Column] = [
    .init("코드", width: 14), .init("price", kind: .number, note: "More than 0"),
    .init("day", kind: .date), .init("action", choices: ["add", "edit", "remove", "skip"]),
  ]

  /// Writes rows and reads them.
  private func written(_ rows: [[SheetCell]]) throws -> Table {
    let file = try TemporaryFile("a.xlsx", "")
    let writer = try XLSXWriter(file.path, sheet: "Listings", columns: Self.columns)
    for row in rows { try writer.append(row) }
    try writer.close()
    return try Table(file.path)
  }

  @Test func `cells keep their kinds`() throws {
    let rows: [[SheetCell]] = [
      [.text("007"), .number("19.99"), .date("2026-11-03"), .text("edit")],
      [.text("=1+1"), .number("-5"), .date("2026-11-03T14:05:06"), .boolean(true)],
      [.empty, .number("12000000")],
    ]
    let table = try written(rows)
    #expect(table.file.sheet == "Listings")
    #expect(table.file.header == ["코드", "price", "day", "action"])
    #expect(table.rows.map(\.cells) == rows)
    #expect(table.numbers == [2, 3, 4])
  }

  @Test(arguments: [
    "머그컵 👩‍🚀 <&>\"'", " blank ", "two\nlines", "a\r\nb", "\u{1}\u{1F}", "_x000D_", "_x005F_",
    "'apostrophe", "+82", "@x", "#REF!", "1.23E+12", "\u{FFFD}", "{=A1}", "http://example.com/?a=b",
    "mailto:a@b.c", "TRUE",
  ])
  func `a text stays as it is`(text: String) throws {
    #expect(try written([[.text(text)]]).rows.map(\.cells) == [[.text(text)]])
  }

  @Test func `what does not fit the kind of its column becomes text`() throws {
    let rows: [[SheetCell]] = [
      [.number("7"), .text("12,50"), .date("someday")],
      [.text("x"), .number("1234567890.123456789"), .date("1850-01-01")],
    ]
    #expect(
      try written(rows).rows.map(\.cells) == [
        [.text("7"), .text("12,50"), .text("someday")],
        [.text("x"), .text("1234567890.123456789"), .text("1850-01-01")],
      ])
  }

  @Test func `an empty row keeps its place`() throws {
    #expect(try written([[], [.text("a")]]).numbers == [3])
  }

  @Test func `a text that no cell can hold is refused with its place`() throws {
    let file = try TemporaryFile("a.xlsx", "")
    let writer = try XLSXWriter(file.path, sheet: "Listings", columns: Self.columns)
    let long = String(repeating: "가", count: 32_768)
    for (cell, reason) in [
      (SheetCell.text(long), SheetError.Reason.valueTooLong(limit: 32_767)),
      (.text("a\0b"), .zeroByte),
    ] {
      let error = #expect(throws: SheetError.self) { try writer.append([.empty, cell]) }
      #expect(error?.reason == reason)
      #expect(error?.column == "B")
    }
  }

  @Test func `a file that cannot be written is an error`() throws {
    let writer = try XLSXWriter("/none/a.xlsx", sheet: "Listings", columns: Self.columns)
    let error = #expect(throws: SheetError.self) { try writer.close() }
    guard case .unwritable = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `the file has notes, a frozen header and drop-downs`() throws {
    let file = try TemporaryFile("a.xlsx", "")
    let writer = try XLSXWriter(file.path, sheet: "Listings", columns: Self.columns)
    try writer.append([.text("A")])
    try writer.close()
    let sheet = try XLSXParts.text("xl/worksheets/sheet1.xml", of: file.path)
    #expect(sheet.contains(#"topLeftCell="A2" activePane="bottomLeft" state="frozen"/>"#))
    #expect(sheet.contains(#"sqref="D2:D1002"><formula1>"add,edit,remove,skip"</formula1>"#))
    #expect(try XLSXParts.text("xl/comments1.xml", of: file.path).contains("More than 0"))
  }

  @Test func `a writer that is not closed leaves nothing behind`() throws {
    let file = try TemporaryFile("a.xlsx", "old")
    do {
      let writer = try XLSXWriter(file.path, sheet: "Listings", columns: Self.columns)
      try writer.append([.text("A")])
    }
    #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "old")
  }
}

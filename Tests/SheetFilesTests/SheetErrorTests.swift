import MarketTestSupport
import MarketWire
import Messages
import SheetFiles
import Testing

@Suite(.timeLimit(.minutes(60))) struct SheetErrorTests {
  private static let reasons: [SheetError.Reason] = [
    .unknownFormat, .unreadable(errno: 2),
    .unwritable("No space left on device"),
    .encodingMissing(.cp932),
    .notUTF8([
      EncodingSample(encoding: .cp949, lines: ["상품명,가격", "머그컵,12000"]),
      EncodingSample(encoding: .latin1, lines: ["»óÇ°¸í,°¡°Ý", "¸Ó±×ÄÅ,12000"]),
    ]),
    .invalid(.cp949), .zeroByte, .noHeader, .duplicateColumn("price"),
    .noColumn(value: "12\u{1B}[2J"), .textAfterQuote, .unclosedQuote,
    .valueTooLong(limit: SheetLimits.cellBytes), .rowTooLong(limit: SheetLimits.rowBytes),
    .tooManyColumns(limit: SheetLimits.columns), .notAList, .notAnObject(kind: "a number"),
    .invalidJSON(.expected("a value")), .invalidJSON(.controlCharacter),
    .other(.oldSpreadsheet), .other(.password), .other(.binary), .other(.xml), .other(.numbers),
    .other(.hancom), .other(.link), .other(.document), .other(.picture), .other(.zip), .noTable,
    .noSheet("5월", names: ["상품", "Notes"]), .noSheet(nil, names: []),
    .damaged(detail: "xl/workbook.xml: mismatched tag"),
    .suspicious(.entries(20_000, limit: SheetLimits.zipEntries)),
    .suspicious(.size(limit: SheetLimits.partBytes)),
    .suspicious(.compression(limit: SheetLimits.compression)),
    .suspicious(.depth(limit: SheetLimits.depth)), .suspicious(.entities),
    .suspicious(.merges(limit: 100_000)), .suspicious(.pictures(limit: 2000)),
    .suspicious(.cells(limit: SheetLimits.cells)),
  ]

  @Test func `every error says where it is and what to do`() {
    let lines = Self.reasons.flatMap { reason in
      let error = SheetError(path: "상품.csv", row: 12, column: "C", reason: reason)
      return [error.message.english] + error.details.map { "  " + $0.english }
    }
    Golden.expect(lines.joined(separator: "\n") + "\n", matches: "screens/sheet-errors.txt")
  }

  @Test func `an error names only what is known of its place`() {
    let whole = SheetError(path: "a.csv", reason: .noHeader).message.english
    #expect(whole.hasPrefix("a.csv: "))
    let row = SheetError(path: "a.csv", row: 3, reason: .noHeader).message.english
    #expect(row.hasPrefix("a.csv:3: "))
  }
}

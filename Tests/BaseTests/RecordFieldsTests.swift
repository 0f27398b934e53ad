import Testing

@testable import Base

@Suite(.timeLimit(.minutes(60))) struct RecordFieldsTests {
  private func texts(_ text: String) -> [[String?]] {
    var rows: [[String?]] = []
    RecordFields.forEachLine(in: Array(text.utf8)) { rows.append($0.map(RecordFields.text)) }
    return rows
  }

  @Test(arguments: ["", "a", "a\tb\nc\r\\d", "머그", "\\t", "e\u{301} 🫖"])
  func `an escaped text is read back unchanged`(text: String) {
    #expect(texts("x\t\(RecordFields.escaped(text))\n") == [["x", text]])
  }

  @Test func `an incomplete last line is skipped`() {
    #expect(texts("a\tb\n\nc\td") == [["a", "b"], [""]])
  }

  @Test(arguments: ["\\q", "\\", "a\0"])
  func `an unknown escape or NUL makes a field unreadable`(field: String) {
    #expect(texts("\(field)\n") == [[nil]])
  }

  @Test(arguments: [
    ("0", 0), ("-12", -12), ("9223372036854775807", .max), ("9223372036854775808", nil), ("", nil),
    ("-", nil), ("+1", nil), ("1a", nil), (" 1", nil),
  ])
  func `only whole numbers are read as numbers`(field: String, number: Int?) {
    var numbers: [Int?] = []
    RecordFields.forEachLine(in: Array("\(field)\n".utf8)) {
      numbers += $0.map(RecordFields.number)
    }
    #expect(numbers == [number])
  }
}

/// The names of columns and cells in a spreadsheet.
package enum CellReference {
  /// The letters of a column from 0: `A`, `Z`, `AA`, `XFD`.
  package static func letters(of column: Int) -> String {
    var rest = column
    var letters: [UInt8] = []
    while rest >= 0 {
      letters.append(UInt8(ascii: "A") + UInt8(rest % 26))
      rest = rest / 26 - 1
    }
    return String(decoding: letters.reversed(), as: UTF8.self)
  }
}

extension CellReference {
  /// The column of a reference such as `AB12`, from 0; nil if it begins with no capital letter or is
  /// not a column of a spreadsheet.
  static func column(_ reference: UnsafePointer<CChar>) -> Int? {
    var column = 0
    var next = reference
    while next.pointee >= CChar(UInt8(ascii: "A")), next.pointee <= CChar(UInt8(ascii: "Z")) {
      column = column * 26 + Int(next.pointee) - Int(UInt8(ascii: "A")) + 1
      guard column <= SheetLimits.columns else { return nil }
      next += 1
    }
    return column == 0 ? nil : column - 1
  }

  /// A decimal number of at most nine digits.
  static func number(_ text: UnsafePointer<CChar>) -> Int? {
    var number = 0
    var next = text
    while next.pointee >= CChar(UInt8(ascii: "0")), next.pointee <= CChar(UInt8(ascii: "9")) {
      number = number * 10 + Int(next.pointee) - Int(UInt8(ascii: "0"))
      guard number < 1_000_000_000 else { return nil }
      next += 1
    }
    return next == text || next.pointee != 0 ? nil : number
  }
}

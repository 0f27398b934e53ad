import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import Messages
import SheetFiles

// What a cell means.
extension ImportRow {
  /// The text of a cell without blanks at its ends and without what guards it; nil if it is blank.
  ///
  /// - Parameter current: the listing's text, which is returned if the cell differs from it only by
  ///   blanks at the ends or by its line ends.
  mutating func text(_ column: ImportColumn, current: String? = nil) -> String? {
    let cell = cell(column)
    switch cell {
    case .error(let shown):
      report(error: shown, at: column)
      return nil
    case .date(let date) where Self.texts.contains(column):
      report(
        """
        \(title(column)): the cell is the date \(formatted: date); if a spreadsheet program made it of \
        a text such as 3-5, format the column as text, and write the text again
        """, at: column)
      return nil
    case .number(let digits) where column == .code: return CellValue.withoutZeroFraction(digits)
    case .text(let written):
      let isGuarded = isGuarded
      var text = bare(written)
      if map.hasDecimalComma, Self.amounts.contains(column) {
        text = CellValue.withDecimalPoint(text)
      }
      if text.isEmpty { return nil }
      if Self.isDash(text), Self.reductions.contains(column) {
        return column == .salePrice ? nil : "0"
      }
      if isGuarded, CellValue.errors.contains(text) {
        report(error: text, at: column)
        return nil
      }
      if let current, text == CellValue.trimmed(current) { return current }
      guard [.name, .description].contains(column), !keepsHTML else { return text }
      var plain = self.plain(text, column)
      // A name has one line; spreadsheets break it to fit a narrow column.
      if column == .name, plain?.utf8.contains(where: { $0 == 0x0A || $0 == 0x09 }) ?? false {
        plain?.replace(/[ ]*[\n\t]+[ ]*/, with: " ")
      }
      return plain == current.map(CellValue.trimmed) ? current : plain
    default: return cell.text.isEmpty ? nil : cell.text
    }
  }

  private var isGuarded: Bool { [.csv, .tsv].contains(map.file.format) }

  /// The text of a cell without blanks at its ends and without what guards it.
  func bare(_ written: String) -> String {
    CellValue.trimmed(isGuarded ? SheetStyle.unguarded(written) : written)
  }

  /// Whether a text is the 0 of a format for accounts, such as `₩ -`.
  private static func isDash(_ text: String) -> Bool {
    text.utf8.count < 12 && text.contains(/^\p{Sc}?\s*[-–—]$/)
  }

  private static let texts: [ImportColumn] = [.code, .name, .description]
  private static let amounts: [ImportColumn] = [.price, .salePrice, .discount]
  private static let reductions: [ImportColumn] = [.salePrice, .discount, .discountedPrice]

  private mutating func report(error shown: String, at column: ImportColumn) {
    let text: Message =
      shown.hasPrefix("=")
      ? """
      the formula \(quoted: shown) is not calculated yet; open the file in a spreadsheet program \
      and save it
      """ : "the cell shows \(quoted: shown); correct its formula"
    report("\(title(column)): \(text)", at: column)
  }

  /// A text of a web page as plain text; nil if it has only pictures.
  private mutating func plain(_ text: String, _ column: ImportColumn) -> String? {
    guard let plain = PlainText.of(text) else { return text }
    if plain.isEmpty {
      report(
        "\(title(column)): its HTML has no text, only pictures; write what buyers should read",
        at: column)
      return nil
    }
    hadHTML = true
    return plain
  }

  /// The value of a cell; nil if it is blank or wrong.
  mutating func value<Value>(
    _ column: ImportColumn, _ read: (Word) throws(ValueProblem) -> Value
  ) -> Value? {
    guard let text = text(column) else { return nil }
    do throws(ValueProblem) {
      return try read(Word.words(arguments: [text])[0])
    } catch {
      var option: String?
      let other = CellValue.withDecimalPoint(text)
      if case .notAnAmount = error, Self.amounts.contains(column), other != text,
        (try? MoneyReader.read(other)) != nil
      {
        option = "--decimal-comma"
      }
      if case .notANumber = error, column == .id { option = ignoringForeignID }
      report(
        "\(title(column)): \(hint(text, column) ?? error.message(typed: text))", at: column,
        option: option)
      return nil
    }
  }

  mutating func value<Value: ParameterValue>(_ column: ImportColumn) -> Value? {
    let context = context
    return value(column) { word throws(ValueProblem) in try Value.read(word, in: context) }
  }

  /// A whole number, also as `3.0`; nil if it is blank or wrong.
  mutating func whole<Value>(
    _ column: ImportColumn, _ read: (String) throws(ValueProblem) -> Value
  ) -> Value? {
    let cell = cell(column)
    return value(column) { word throws(ValueProblem) in
      switch cell {
      case .number(let digits), .amount(let digits, _):
        return try read(CellValue.withoutZeroFraction(digits))
      default: return try read(try CellValue.whole(word.text))
      }
    }
  }

  /// An amount of money; nil if it is blank, wrong, or what the listing has.
  ///
  /// - Parameter current: the listing's amount. Its text is always right, also one that could be
  ///   read in two ways.
  mutating func amount(_ column: ImportColumn, current: Decimal?) -> WrittenAmount? {
    let cell = cell(column)
    if let current, cell.text == "\(current)" { return nil }
    let digits: String
    var currency: Currency?
    switch cell {
    case .number(let number): digits = number
    case .amount(let number, let currencies):
      digits = number
      guard let known = known(currencies, digits, column) else { return nil }
      currency = known == .unknown ? nil : known
    default: return value(column)
    }
    guard !digits.lowercased().contains("e"), !digits.hasPrefix("-"),
      let amount = Decimal(string: digits)
    else {
      return value(column) { _ throws(ValueProblem) in try MoneyReader.read(digits) }
    }
    return amount == current && currency == nil ? nil : WrittenAmount(amount, currency)
  }

  /// The currency of a cell's format; nil if it could be another one, which is noted, and
  /// `Currency.unknown` if the row names it elsewhere.
  private mutating func known(
    _ currencies: [String], _ digits: String, _ column: ImportColumn
  ) -> Currency? {
    if currencies.count == 1 { return Currency(rawValue: currencies[0]) }
    if !self.cell(.currency).text.isEmpty { return .unknown }
    let usual = context.currency
    if let usual, currencies.isEmpty ? usual == .usd : currencies.contains(usual.rawValue) {
      return usual
    }
    let possible = currencies.isEmpty ? ["USD", usual?.rawValue ?? "KRW"] : currencies
    let readings: [Message] = possible.map { "\(formatted: "\(digits) \($0)")" }
    report(
      """
      \(title(column)): the format of the cell shows another currency on another computer; write \
      \(Message.list(readings, .or)), or add a column \(formatted: "currency")
      """, at: column)
    return nil
  }

  mutating func discount(_ column: ImportColumn) -> Discount? {
    guard hasClearDiscount(column) else { return nil }
    var shown = NumberText.plain(bare(cell(column).text))
    if map.hasDecimalComma, case .text = cell(column) { shown = CellValue.withDecimalPoint(shown) }
    if let title = map.title(of: column), ImportColumn.isRate(title),
      shown.contains(/^[0-9][0-9.,]*$/)
    {
      return rate(shown, column)
    }
    return switch cell(column) {
    case .number, .amount: amount(column, current: nil).map { .amount($0) }
    default: value(column)
    }
  }

  /// Whether the other columns of a discount say clearly what it is; otherwise that is reported.
  private mutating func hasClearDiscount(_ column: ImportColumn) -> Bool {
    if [column, .salePrice].contains(where: map.has), isOnSale == nil {
      report(
        """
        \(title(.onSale)): \(quoted: cell(.onSale).text) does not say whether the discount counts; \
        write yes or no
        """, at: .onSale)
      return false
    }
    let unit = bare(cell(.discountUnit).text)
    guard column == .discount, !unit.isEmpty, ImportColumn.unitSign(unit) == nil,
      !["", "0"].contains(bare(cell(column).text))
    else { return true }
    report(
      """
      \(title(.discountUnit)): \(quoted: unit) does not say whether the discount is a percentage; \
      write % or amount
      """, at: .discountUnit)
    return false
  }

  /// The discount of a number in a column of percentages. `0.15` could be a part of 1 as well.
  private mutating func rate(_ written: String, _ column: ImportColumn) -> Discount? {
    let context = context
    let number = written.contains(/^[0-9]+(\.[0-9]+)?$/) ? Decimal(string: written) : nil
    return value(column) { _ throws(ValueProblem) in
      if let number, number > 0, number <= 1 {
        throw .notAnAmount(readings: ["\(number * 100)%", "\(number)%"])
      }
      let percentage = "\(number.map { "\($0)" } ?? written)%"
      return try Discount.read(Word.words(arguments: [percentage])[0], in: context)
    }
  }

  /// The option that skips the ids of another program. In a table of the seller's own, a mistyped one
  /// must not make listings of rows that change some.
  var ignoringForeignID: String? { map.isForeign ? map.ignoring(.id) : nil }

  /// What programs do to numbers and codes, or mean by them, and what to write instead.
  private func hint(_ text: String, _ column: ImportColumn) -> Message? {
    if text.hasPrefix("'") {
      return "\(quoted: text) begins with an apostrophe; write \(quoted: String(text.dropFirst()))"
    }
    if text.contains(/^[0-9]([.,][0-9]+)?[eE][+-]?[0-9]+$/) {
      return "\(quoted: text) is rounded; show all digits of the column, and save the file again"
    }
    if column == .id, text.contains(where: \.isLetter), let option = ignoringForeignID {
      return """
        \(quoted: text) is not the id of a listing; if it is that of another program, add \
        `\(command: option)`
        """
    }
    if column == .stock, CellValue.isUncounted(text) {
      return """
        \(quoted: text) does not say how many there are; write a number, or give one to all such rows \
        with `\(command: "--set stock=100")`
        """
    }
    if column == .stock, Int(text) == nil, !text.contains(where: \.isNumber) {
      return "\(quoted: text) is not a whole number; write how many there are"
    }
    if column == .stock, CellValue.isAmount(String(text.dropFirst())), text.hasPrefix("-") {
      return "\(quoted: text) is less than 0; write 0 for what is sold out"
    }
    let narrow = text.precomposedStringWithCompatibilityMapping
    guard column == .code, narrow != text, (try? SellerCode(narrow)) != nil else { return nil }
    return "\(quoted: text) has wide characters; write \(quoted: narrow)"
  }
}

/// Texts of cells without what programs add to them.
enum CellValue {
  /// What spreadsheet programs show instead of the value of a formula, and save in text files.
  static let errors: Set = [
    "#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#SPILL!", "#CALC!",
  ]

  private static let soldOut: Set = ["품절", "매진", "재고없음", "soldout", "outofstock", "ausverkauft"]

  /// Words for a stock without a number.
  private static let uncounted: Set = [
    "instock", "available", "unlimited", "infinite", "nottracked", "auflager", "무제한", "있음", "재고있음",
    "판매중", "在庫あり",
  ]

  static func isUncounted(_ written: String) -> Bool {
    written == "∞" || uncounted.contains(ImportColumn.folded(written))
  }

  private static let units: Set = [
    "개", "점", "권", "병", "세트", "ea", "pc", "pcs", "piece", "pieces", "stück",
  ]

  /// `3` of `3개`, `3 pcs`, `3+` and `3개 이상`, and `0` of words for sold out.
  ///
  /// - Parameter uncounted: the stock where there only is some.
  static func stock(_ written: String, uncounted: String? = nil) -> String {
    if let uncounted, isUncounted(written) { return uncounted }
    if written.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return written }
    if soldOut.contains(ImportColumn.folded(written)) { return "0" }
    let text = leastCount(written)
    let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "," }
    let unit = text[digits.endIndex...].trimmingCharacters(in: [" ", "."]).lowercased()
    return units.contains(unit) && !digits.isEmpty ? String(digits) : text
  }

  /// `100` of `100+`, `> 100` and `100 이상`: there are at least as many.
  private static func leastCount(_ text: String) -> String {
    var count = text[...]
    for prefix in [">=", ">", "≥"] where count.hasPrefix(prefix) { count.removeFirst(prefix.count) }
    for suffix in ["+", "이상", "以上"] where count.hasSuffix(suffix) { count.removeLast(suffix.count) }
    return count.trimmingCharacters(in: .whitespaces)
  }

  /// Whether a text looks like an amount of money or a number.
  static func isAmount(_ text: String) -> Bool {
    // A cell may have thousands of digits, which the pattern would take long for.
    text.utf8.count <= 40
      && text.contains(
        /^(?:(?:KRW|USD|EUR|JPY|GBP|CNY|[₩$€¥£])\s?)?[0-9][0-9,.]*(?:\s[0-9]{3})*[0-9,.]*(?:\s?(?:KRW|USD|EUR|JPY|GBP|CNY|[원円₩€£]))?$/
      )
  }

  /// The text with a decimal point, of one with a decimal comma: `1023.00 €` of `1.023,00 €`.
  static func withDecimalPoint(_ text: String) -> String {
    guard let match = text.firstMatch(of: /([0-9]+(?:[.'’\s][0-9]{3})*)(?:,([0-9]+))?/),
      !text[match.range.upperBound...].contains(where: \.isNumber)
    else { return text }
    var number = match.1.filter(\.isNumber)
    // Three decimals would look like thousands.
    if let fraction = match.2 { number += ".\(fraction)\(fraction.count == 3 ? "0" : "")" }
    return text.replacingCharacters(in: match.range, with: number)
  }

  /// The text with line ends of one kind, without blanks and invisible characters at its ends.
  static func trimmed(_ text: String) -> String {
    var text = text
    if text.utf8.contains(0x0D) {
      text = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    }
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last,
      isBlank(first) || isBlank(last)
    else { return text }
    let scalars = text.unicodeScalars
    guard let start = scalars.firstIndex(where: { !isBlank($0) }),
      let end = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(scalars[start...end])
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    if (0x21..<0x7F).contains(scalar.value) { return false }
    return scalar.properties.isWhitespace
      || [0x200B, 0x2060, 0xFEFF, 0x3164, 0x0000].contains(scalar.value)
  }

  /// `3` of the exact number `3.0`.
  static func withoutZeroFraction(_ digits: String) -> String {
    guard let point = digits.firstIndex(of: "."),
      digits[point...].dropFirst().allSatisfy({ $0 == "0" })
    else { return digits }
    return String(digits[..<point])
  }

  /// `3` of the text `3.0` or `3,00`; three zeros could be thousands.
  static func whole(_ text: String) throws(ValueProblem) -> String {
    guard text.utf8.last == UInt8(ascii: "0"),
      let match = text.wholeMatch(of: /([0-9,]*[0-9])([.,])(0+)/)
    else { return text }
    let (whole, zeros) = (String(match.1), match.3)
    guard zeros.count == 3 else { return whole }
    if match.2 == "," { return text }
    if whole.count > 3 || whole == "0" { return whole }
    throw .notAnAmount(readings: [whole, whole + "000"])
  }
}

import Foundation
import MarketTestSupport
import MarketWire
import TerminalKit
import Testing

@testable import MarketRender

@Suite(.timeLimit(.minutes(60))) struct OtherReadersTests {
  /// Names and descriptions that are difficult in each format.
  private static let rows: [ListingRow] = {
    var detail = RenderSamples.detail.row
    detail.product.description =
      "\"quoted\", with a comma\r\nand a line\n\nTab:\t. \\n is not a line; '=1+1"
    return RenderSamples.difficult + [detail]
  }()

  private func text(_ format: OutputFormat, _ fields: [ListingField]) throws -> String {
    let presenter = Presenter(
      format: format, fields: fields.map(\.rawValue),
      viewport: RenderSamples.viewport(isTerminal: false))
    return try presenter.present(.listings(ListingPage(rows: Self.rows))).output.plain
  }

  /// The texts that each reader should get; JSON's null is empty.
  private func expected(_ fields: [ListingField]) -> [[String]] {
    Self.rows.map { row in
      let product = row.product
      return fields.map { field in
        switch field {
        case .id: String(product.id)
        case .code: row.code ?? ""
        case .name: product.name
        case .description: product.description ?? ""
        case .shop: product.vendor.name ?? ""
        case .price: product.price.map { "\($0.amount)" } ?? ""
        case .salePrice: product.salePrice.map { "\($0.amount)" } ?? ""
        default: ""
        }
      }
    }
  }

  private static let fields: [ListingField] = [
    .id, .code, .name, .description, .shop, .price, .salePrice,
  ]

  private func read(_ json: String) throws -> [[String]] {
    let rows = try JSON(parsing: json).arrayValue ?? []
    return rows.map { ($0.arrayValue ?? []).compactMap(\.stringValue) }
  }

  @Test(.enabled(if: ExternalProgram.exists("python3")))
  func `the csv module of Python reads the same values`() throws {
    let program = """
      import csv, json, sys
      sys.stdin.reconfigure(encoding="utf-8", newline="")
      print(json.dumps(list(csv.reader(sys.stdin, strict=True))))
      """
    let made = try ExternalProgram.run(
      "python3", ["-c", program], input: try text(.csv, Self.fields))
    let header = Self.fields.map(\.rawValue)
    #expect(try read(made) == [header] + expected(Self.fields))
  }

  @Test(.enabled(if: ExternalProgram.exists("python3")), arguments: [OutputFormat.json, .jsonl])
  func `the json module of Python reads the same values with exact amounts`(format: OutputFormat)
    throws
  {
    let program = """
      import decimal, json, sys
      text = sys.stdin.buffer.read().decode()
      rows = [json.loads(line, parse_float=str, parse_int=str) for line in text.splitlines()] \\
          if sys.argv[1] == "jsonl" else json.loads(text, parse_float=str, parse_int=str)
      print(json.dumps([["" if value is None else value for value in row.values()] for row in rows]))
      """
    let made = try ExternalProgram.run(
      "python3", ["-c", program, format.rawValue], input: try text(format, Self.fields))
    #expect(try read(made) == expected(Self.fields))
  }

  @Test(.enabled(if: ExternalProgram.exists("jq")), arguments: [OutputFormat.json, .jsonl])
  func `jq reads the same texts`(format: OutputFormat) throws {
    let fields: [ListingField] = [.name, .description, .shop]
    let filter = format == .json ? ".[]" : "."
    let made = try ExternalProgram.run(
      "jq", ["-c", "\(filter) | [.name, .description // \"\", .shop // \"\"]"],
      input: try text(format, fields))
    #expect(
      try read("[" + made.split(separator: "\n").joined(separator: ",") + "]") == expected(fields))
  }

  @Test func `a row of TSV is one line with one field per tab`() throws {
    let lines = try text(.tsv, Self.fields).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == Self.rows.count + 1 && lines.last == "")
    for line in lines.dropLast() {
      #expect(line.split(separator: "\t", omittingEmptySubsequences: false).count == 7)
    }
  }

  @Test(
    arguments: [
      ("0", "0"), ("-0", "0"), ("12000", "12000"), ("12.50", "12.5"), ("0.005", "0.005"),
      ("-1.5", "-1.5"), ("1e3", "1000"), ("1e20", "100000000000000000000"), ("1e-6", "0.000001"),
      ("1e-7", "0.0000001"), ("1234567890123456.7891", "1234567890123456.7891"),
      ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
      ("999999999999", "999999999999"), ("1000000000000", "1000000000000"), ("100.10", "100.1"),
    ])
  func `amounts keep all digits and have no trailing zeros`(amount: String, written: String) {
    var text = UTF8Buffer()
    text.append(RenderSamples.decimal(amount))
    #expect(text.take() == written)
  }

  @Test func `dates and numbers match the text of their types`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let date = WireDate(
        milliseconds: Int64.random(in: -62_167_219_200_000...253_402_300_799_999, using: &random))
      let number = Int.random(in: .min ... .max, using: &random)
      var text = UTF8Buffer()
      text.append(day: date)
      text.append(" ")
      text.append(moment: date)
      text.append(" ")
      text.append(number)
      #expect(text.take() == "\(date.dayText) \(date.exactText) \(number)")
    }
    var text = UTF8Buffer()
    text.append(Int.min)
    text.append(Int.max)
    #expect(text.take() == "\(Int.min)\(Int.max)")
  }
}

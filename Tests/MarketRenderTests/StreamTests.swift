import Formatting
import Foundation
import MarketTestSupport
import MarketWire
import Messages
import TerminalKit
import Testing

@testable import MarketRender

@Suite(.timeLimit(.minutes(60))) struct StreamTests {
  private struct ReadFailure: Error {}

  private static func stream(
    _ rows: [ListingRow], pieceSize: Int = 3, fails: Bool = false
  ) -> ListingStream {
    ListingStream(ListingPage(facets: ["mine"], own: RenderSamples.own)) { take in
      var rest = rows[...]
      while !rest.isEmpty {
        try await take(Array(rest.prefix(pieceSize)))
        rest = rest.dropFirst(pieceSize)
      }
      if fails { throw ReadFailure() }
    }
  }

  private static let many: [ListingRow] = (1...2500).map { number in
    ListingRow(
      RenderSamples.product(
        number, "Mug \(number)", number == 2400 ? "123456789012" : "12000",
        seller: number % 7 == 0 ? "도자기공방" : "other", vendor: number % 7 == 0 ? 7 : 3),
      code: number == 8 ? "M-8" : nil)
  }

  @Test(arguments: [OutputFormat.table, .tsv, .csv, .json, .jsonl, .ids], [false, true])
  func `a long dry run in pieces is the same as in one`(
    _ format: OutputFormat, _ hasFields: Bool
  ) async throws {
    let changes = Self.many.prefix(1203).map { row in
      ListingChange(.changed, row, differences: [.init("stock", from: "3", to: "4")])
    }
    let result = DryRunResult(
      "Nothing was sent.", steps: changes, notes: (1...700).map { "note \($0)" })
    let presenter = Presenter(
      format: format, fields: hasFields && format != .ids ? ["id", "name"] : nil,
      viewport: RenderSamples.viewport(columns: 60, isTerminal: false))
    let whole = try presenter.present(.dryRun(result))
    var (output, error, pieces) = ("", "", 0)
    try await presenter.present(.dryRun(result)) { piece in
      output += piece.output.encoded(by: .plain)
      error += piece.error.encoded(by: .plain)
      pieces += 1
    }
    #expect(output == whole.output.encoded(by: .plain))
    #expect(error == whole.error.encoded(by: .plain))
    #expect(pieces > 2)
  }

  private func present(
    _ stream: ListingStream, _ format: OutputFormat?, isTerminal: Bool = false,
    columns: Int = 60, usesScreenReader: Bool = false, fields: [String]? = nil
  ) async throws -> (output: String, error: String, pieces: Int) {
    let viewport = RenderSamples.viewport(
      columns: columns, isTerminal: isTerminal, usesScreenReader: usesScreenReader)
    var (output, error, pieces) = ("", "", 0)
    try await Presenter(format: format, fields: fields, viewport: viewport)
      .present(.listingStream(stream)) { piece in
        output += piece.output.plain
        error += piece.error.plain
        pieces += 1
      }
    return (output, error, pieces)
  }

  @Test(arguments: OutputFormat.allCases, [true, false])
  func `rows in pieces look like rows at once`(
    format: OutputFormat, isTerminal: Bool
  ) async throws {
    let rows = RenderSamples.difficult
    let listing = ListingPage(rows: rows, facets: ["mine"], own: RenderSamples.own)
    let viewport = RenderSamples.viewport(columns: 60, isTerminal: isTerminal)
    let whole = try Presenter(format: format, viewport: viewport).present(.listings(listing))
    let pieces = try await present(Self.stream(rows), format, isTerminal: isTerminal)
    #expect(pieces.output == whole.output.plain)
    #expect(pieces.error == whole.error.plain)
  }

  @Test(arguments: [OutputFormat.json, .jsonl, .csv, .tsv, .ids])
  func `a long stream is written piece by piece`(format: OutputFormat) async throws {
    let text = try await present(Self.stream(Self.many, pieceSize: 500), format)
    let whole = try Presenter(format: format, viewport: RenderSamples.viewport(isTerminal: false))
      .present(.listings(ListingPage(rows: Self.many)))
    #expect(text.output == whole.output.plain)
    #expect(text.pieces >= 5)
  }

  @Test(arguments: [40, 60, 100])
  func `a long table keeps its columns and fits the window`(columns: Int) async throws {
    let text = try await present(
      Self.stream(Self.many, pieceSize: 700), nil, isTerminal: true, columns: columns)
    let lines = text.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { DisplayWidth.of($0) < columns && $0.last != " " })
    #expect(lines.count { $0.contains("Mu") } == 2500)
    #expect(lines.contains { $0.contains("₩123,456,789,012") })
    #expect(lines.contains("2500 listings"))
    #expect(lines.count { $0.contains("price") } == 1)
  }

  @Test func `long lists of cards and labels are complete`() async throws {
    let grid = try await present(
      Self.stream(Self.many, pieceSize: 700), .grid, isTerminal: true, columns: 80)
    let labels = try await present(
      Self.stream(Self.many, pieceSize: 700), nil, isTerminal: true, columns: 30)
    for text in [grid.output, labels.output] {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(text.matches(of: /Mug \d+/).count == 2500)
      #expect(!text.contains("\n\n\n"))
      #expect(lines.allSatisfy { $0.last != " " })
    }
  }

  @Test(arguments: [40, 60, 100])
  func `amounts wider than the cards are not cut and do not overlap`(columns: Int) async throws {
    let late = [
      ListingRow(RenderSamples.longDiscount(9001)), ListingRow(RenderSamples.longDiscount(9002)),
      ListingRow(RenderSamples.product(9003, "Mug", "1e30")),
      ListingRow(RenderSamples.product(9004, "Mug", "1e30")),
    ]
    let long = RenderSamples.viewport().money.text(RenderSamples.longAmount)
    // With one row more, the same cards are at other places of their lines.
    for more in [late, [Self.many[0]] + late] {
      let text = try await present(
        Self.stream(Self.many + more, pieceSize: 700), .grid, isTerminal: true, columns: columns)
      #expect(text.output.matches(of: /Mug/).count == Self.many.count + more.count)
      #expect(text.output.matches(of: /₩1,000(?!,)/).count == 2)
      // If one card has the whole window, the old prices fit as well.
      #expect(text.output.components(separatedBy: long).count == (columns == 40 ? 5 : 3))
      #expect(!text.output.contains("was \(long)") && !text.output.contains(long + long))
    }
  }

  @Test func `an empty stream shows the reason`() async throws {
    for pieces in [Self.stream([]), ListingStream(read: { try await $0([]) })] {
      let csv = try await present(pieces, .csv)
      #expect(csv.output.hasPrefix("id,code,name,") && csv.error == "No listings.\n")
      #expect(try await present(pieces, .json).output == "[]\n")
      let screen = try await present(pieces, nil, isTerminal: true)
      #expect(screen.output == "No listings.\n" && screen.error.isEmpty)
    }
  }

  @Test func `rows before a failure are written`() async throws {
    var text = ""
    let viewport = RenderSamples.viewport(isTerminal: false)
    await #expect(throws: ReadFailure.self) {
      try await Presenter(format: .ids, viewport: viewport)
        .present(.listingStream(Self.stream(RenderSamples.difficult, fails: true))) {
          text += $0.output.plain
        }
    }
    #expect(text == RenderSamples.difficult.map { "\($0.product.id)\n" }.joined())
  }

  @Test func `an unknown field is an error before anything is read`() async {
    let stream = ListingStream { _ in Issue.record("it was read") }
    await #expect(throws: OutputFormatError.unknownField("cost", known: ListingField.keys)) {
      try await present(stream, .csv, fields: ["cost"])
    }
  }
}

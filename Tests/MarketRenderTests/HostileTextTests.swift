import Foundation
import MarketTestSupport
import MarketWire
import Messages
import TerminalKit
import Testing

@testable import MarketRender

@Suite(.timeLimit(.minutes(60))) struct HostileTextTests {
  /// A text of letters and all kinds of controls.
  private static func text(_ random: inout SeededGenerator) -> String {
    let pieces = [
      "\u{1B}[31m", "\u{1B}]0;title\u{7}", "\u{1B}]8;;http://evil\u{1B}\\", "\u{9B}2J", "\u{90}q",
      "\u{0}", "\u{8}", "\r", "\n", "\t", "\u{7F}", "\u{85}", "\u{9D}", "\u{202E}", "\u{2066}",
      "\u{2069}", "\u{200F}", "\u{61C}", "\u{2028}", "\r\n", "\u{1B}", "\u{FEFF}", "한", "é", "👩‍👩‍👧",
      "e\u{301}", "\u{D}\u{301}", "\"", "'", ",", ";", "a", " ", "http://", "%1b", "\\x1b",
      "\u{E000}",
      "\u{206A}", "\u{FFF9}", "\u{E0001}", "שלום",
    ]
    return (0..<Int.random(in: 0...12, using: &random))
      .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  private static func row(_ random: inout SeededGenerator) -> ListingRow {
    let currency = Currency(rawValue: text(&random))
    func money() -> Money? {
      let amounts = [
        Decimal(0), 12000, .nan, Decimal(string: "-1.5") ?? 0, .greatestFiniteMagnitude,
      ]
      return amounts.randomElement(using: &random).map { Money($0, currency) }
    }
    func date() -> WireDate? {
      WireDate(milliseconds: Int64.random(in: .min ... .max, using: &random))
    }
    let url = text(&random)
    let product = Product(
      id: Int.random(in: .min ... .max, using: &random),
      vendor: Vendor(id: 7, name: text(&random)), name: text(&random),
      description: text(&random), thumbnail: url, price: money(), salePrice: money(),
      discount: money(), stock: [nil, 0, .min, .max].randomElement(using: &random) ?? nil,
      createdAt: date(), issuedAt: date(), createdAtExact: date(), issuedAtExact: date(),
      pictures: [
        ProductImage(id: nil, url: url, thumbnailURL: url),
        ProductImage(id: 1, url: "http://" + url, thumbnailURL: nil),
      ])
    return ListingRow(product, code: text(&random))
  }

  private static func outputs(_ random: inout SeededGenerator) -> [Output] {
    let rows = (0..<4).map { _ in row(&random) }
    func text() -> String { Self.text(&random) }
    func message() -> Message { "\(text())" }
    let listing = ListingPage(
      rows: rows, page: 2, lastPage: 3, total: 9, facets: [message(), message()],
      own: OwnShop(vendorID: 7, name: text()),
      presentation: ListingPresentation(navigation: .prompt))
    let change = ListingChange(
      .changed, rows[0], differences: [.init("name", from: message(), to: message())],
      notes: [message()], undoCommand: text())
    return [
      .listings(listing),
      .listingStream(
        ListingStream(ListingPage(facets: [message()], own: listing.own)) { take in
          try await take(rows)
        }),
      .listings(ListingPage(rows: [], emptyState: EmptyState(reason: message(), try: text()))),
      .detail(ListingDetail(rows[1], isOwn: true)), .change(change), .changes([change, change]),
      .record(
        Record([
          .init("shop", label: "shop", .text(text())), .init("name", label: "name", .text(text())),
        ])),
      .table(
        PlainTable(
          heading: message(),
          columns: [.init("name", title: "name"), .init("url", title: "url", dropOrder: 1)],
          rows: [[.text(text()), .text(text())], [.text(text()), .text(text())]])),
      .reply(Reply(message(), try: [text()])),
      .nothing(EmptyState(reason: message(), lead: message(), try: text())),
      .summary(
        BatchSummary(
          title: message(), counts: [.init(1, key: "done", message())], problems: [message()],
          try: [text()])),
      .help([StyledText(text())]), .text(text()), .none,
    ]
  }

  /// The characters that a terminal interprets or that change the direction of text.
  private func controls(in text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A: false
      case 0...0x1F, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
  }

  @Test(arguments: 1...40)
  func `no format of any output has a control character of untrusted text`(seed: UInt64)
    async throws
  {
    var random = SeededGenerator(seed: seed)
    let outputs = Self.outputs(&random)
    for (columns, usesScreenReader, format) in [
      (20, false, OutputFormat.table), (60, false, .table), (140, false, .table),
      (60, true, .table),
      (45, false, .grid), (100, false, .grid), (80, false, .csv), (80, false, .tsv),
      (80, false, .json), (80, false, .jsonl),
    ] {
      let viewport = RenderSamples.viewport(columns: columns, usesScreenReader: usesScreenReader)
      for output in outputs {
        try await Presenter(format: format, viewport: viewport).present(output) { piece in
          for body in [piece.output, piece.error] {
            // TSV separates its fields with tabs.
            let found = controls(in: body.encoded(by: .plain))
              .filter { format != .tsv || $0 != "\t" }
            #expect(found.isEmpty, "\(found) in \(format), \(columns) columns: \(output)")
          }
        }
      }
    }
  }

  @Test(arguments: 1...40)
  func `all escape sequences are known, and each link is closed`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let ansi = ANSI(color: .trueColor, attributes: true, hyperlinks: true)
    let viewport = RenderSamples.viewport(columns: 70, hyperlinks: true)
    for output in Self.outputs(&random) {
      for format in [OutputFormat.table, .grid] {
        var text = ""
        try await Presenter(format: format, viewport: viewport).present(output) { piece in
          text += piece.output.encoded(by: ansi)
        }
        // Colors and links; a URL has only printable ASCII.
        let known = /\u{1B}\[[0-9;]*m|\u{1B}\]8;;[!-~]*\u{1B}\\/.matchingSemantics(.unicodeScalar)
        #expect(controls(in: text.replacing(known, with: "")).isEmpty, "\(output)")
        #expect(text.matches(of: /\u{1B}\]8;;/).count.isMultiple(of: 2))
      }
    }
  }
}

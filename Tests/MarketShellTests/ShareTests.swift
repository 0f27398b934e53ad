import Foundation
import MarketTestSupport
import Photos
import ScreenPictures
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

/// Addresses for buyers, with QR codes.
@Suite(.timeLimit(.minutes(60))) struct ShareTests {
  @Test func `a code has the patterns by which phones find it, and light around it`() throws {
    let code = try #require(QRCode("https://market.example/shops/oak"))
    let last = code.side - 1
    for (row, column) in [(4, 4), (4, last - 10), (last - 10, 4)] {
      for offset in 0..<7 {
        #expect(code.isDark(row: row, column: column + offset))
        #expect(code.isDark(row: row + offset, column: column))
      }
      #expect(!code.isDark(row: row + 1, column: column + 1))
      #expect(code.isDark(row: row + 3, column: column + 3))
    }
    for place in 0..<code.side {
      #expect(!code.isDark(row: 3, column: place) && !code.isDark(row: place, column: last - 3))
    }
    #expect(code.lines.count == (code.side + 1) / 2)
    let header = try PhotoHeader.read(code.png)
    #expect(header.format == .png && header.width == code.side * 8)
    #expect(throws: Never.self) {
      try Thumbnail.make(from: code.png, longSide: 64, limits: .market)
    }
    #expect(code.svg.contains("viewBox=\"0 0 \(code.side) \(code.side)\""))
    #expect(QRCode(String(repeating: "x", count: 4000)) == nil)
  }

  @Test func `share shows the address, and writes the code for print`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "12000")
    let home = await world.run("share", "\(id)")
    #expect(home.exitCode != 0 && home.error.contains("has no pages for buyers"), "\(home)")
    let market = ["--market", TestWorld.url]
    let listing = await world.run(["share", "\(id)", "--qr", "mug.svg"] + market)
    #expect(listing.output == "\(TestWorld.url)/listings/\(id)\n", "\(listing)")
    let link = await world.run(["copy-link", "\(id)"] + market)
    #expect(link.output == listing.output, "\(link)")
    let svg = try String(contentsOfFile: "\(world.workingFolder)/mug.svg", encoding: .utf8)
    #expect(svg.hasPrefix("<svg"))
    let other = try await world.add("Elm bowl", price: "9000")
    let again = await world.run(["share", "\(other)", "--qr", "mug.svg"] + market)
    #expect(again.exitCode != 0 && again.error.contains("--yes"), "\(again)")
    let wrong = await world.run(["share", "\(id)", "--qr", "mug.txt"] + market)
    #expect(wrong.exitCode == 2 && wrong.error.contains(".svg or .png"), "\(wrong)")
    let screen = await world.run(
      ["share", "\(id)"] + market, on: FakeTerminal(), variables: ["TERM": "xterm-256color"])
    #expect(screen.output.contains("▀") && screen.output.contains("/listings/\(id)\n"))
  }

  @Test func `a catalog for search engines has the required attributes of each listing`()
    async throws
  {
    let world = try TestWorld()
    let id = try await world.add("Oak\u{2003}mug", price: "12000")
    let home = await world.run("export", "--layout", "google", "feed.tsv")
    #expect(home.exitCode != 0 && home.error.contains("has no pages for buyers"), "\(home)")
    let made = await world.run(
      "export", "--all", "--layout", "google", "feed.tsv", "--market", TestWorld.url)
    #expect(made.exitCode == 0, "\(made)")
    let lines = try String(contentsOfFile: "\(world.workingFolder)/feed.tsv", encoding: .utf8)
      .split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    let rows = lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
    let row = try #require(rows.first { $0["id"] == "\(id)" })
    #expect(row["title"] == "Oak mug" && row["link"] == "\(TestWorld.url)/listings/\(id)")
    #expect(row["price"] == "12000 KRW" && row["sale_price"] == "")
    #expect(row["availability"] == "in_stock" && row["identifier_exists"] == "no")
    for key in ["description", "image_link", "brand"] {
      #expect(rows.allSatisfy { $0[Substring(key)]?.isEmpty == false }, "\(key)")
    }
  }
}

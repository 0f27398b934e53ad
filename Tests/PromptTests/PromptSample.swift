import CommandLanguage
import Formatting
import Foundation
import LineEditor
import MarketRender
import MarketTestSupport
import MarketWire
import ShellCommands
import TerminalKit

@testable import MarketShell
@testable import Prompt
@testable import SellerFiles
@testable import SellerSession

/// A snapshot with listings, codes, markets and variables, and a folder for files.
final class PromptSample: Sendable {
  static let market = MarketKey(name: "home", url: "http://market.local")
  static let otherMarket = MarketKey(name: "class", url: "http://class.example")

  let folder: String
  let files = FileMetadataCache()

  init() throws {
    folder = NSTemporaryDirectory() + "prompt-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder + "/work", withIntermediateDirectories: true)
  }

  deinit { TemporaryFolder.delete(folder) }

  var workingFolder: String { folder + "/work" }

  /// Writes files below the working folder. A name that ends in `/` is a folder.
  func write(_ names: String..., bytes: [UInt8] = [1, 2, 3]) throws {
    for name in names {
      let path = "\(workingFolder)/\(name)"
      let parent = name.hasSuffix("/") ? path : (path as NSString).deletingLastPathComponent
      try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
      if !name.hasSuffix("/") { try Data(bytes).write(to: URL(filePath: path)) }
    }
  }

  /// Sunday, 22 November 2026, in Seoul.
  static let context = ReadingContext(
    now: WireDate(milliseconds: 1_795_273_445_678).date,
    timeZone: TimeZone(identifier: "Asia/Seoul") ?? .gmt)

  static let listings: [ShownListing] = [
    row(236, "Oak mug", 12_000), row(240, "Oaken spoon", 4500), row(109, "점박이 머그 2개 세트", 32_000),
    row(110, "Canvas shoes in mustard", 52, .usd, shop: "pedalpine"),
    row(12, "Mug tree", 9000, shop: "Oak & \"Sons\""),
  ]

  /// - Parameter shop: another shop; nil for an own listing.
  static func row(
    _ id: Int, _ name: String, _ price: Decimal, _ currency: Currency = .krw, shop: String? = nil
  ) -> ShownListing {
    ShownListing(
      id: id, name: name, price: Money(price, currency), shop: shop ?? "Mugs & more",
      isOwn: shop == nil)
  }

  static func entry(_ number: Int, _ line: String, at market: MarketKey = market) -> HistoryEntry {
    HistoryEntry(number: number, time: WireDate(milliseconds: 0), market: market, line: line)
  }

  func snapshot() throws -> PromptSnapshot {
    var snapshot = PromptSnapshot(
      parser: CommandRegistry.parser, context: Self.context, market: Self.market,
      money: MoneyText(locale: Locale(identifier: "en_US")), homeFolder: folder,
      workingFolder: workingFolder)
    snapshot.fieldsOption = ProcessOptions.fields.facts
    snapshot.helpTopics = HelpTopics.all()
    snapshot.settings = [
      .init(name: "theme", values: .choice(["auto", "light", "dark"]), defaultValue: "auto"),
      .init(name: "keys", values: .choice(["emacs", "vi"]), defaultValue: "emacs"),
      .init(name: "currency", values: .currency, defaultValue: ""),
    ]
    try snapshot.aliases.set("m", to: "list --mine")
    snapshot.variables = Variables(["SEASON": "Autumn sale", "가을": "x"])
    snapshot.markets = [
      .init(name: "home", url: "http://market.local", shop: "Mugs & more"),
      .init(name: "class", url: "http://class.example", shop: nil),
    ]
    snapshot.codes = try Self.codes()
    snapshot.shown = ShownListings(Self.listings)
    return snapshot
  }

  private static func codes() throws -> [Notebook.Code] {
    let notebook = Notebook(path: nil)
    let account = Notebook.Account(market: "a", shop: "b")
    try notebook.assign("MUG-01", to: 236, for: account)
    try notebook.assign("숟가락", to: 240, for: account)
    return try notebook.codes(for: account)
  }

  func assistant(
    _ change: (inout PromptSnapshot) throws -> Void = { _ in }
  ) throws -> PromptAssistant {
    var snapshot = try snapshot()
    try change(&snapshot)
    return PromptAssistant(snapshot, files: files)
  }
}

/// A prompt's snapshot with listings, codes and files, for tests of what it offers.
import CommandLanguage
import Foundation
import LineEditor
import MarketRender
import MarketTestSupport
import MarketWire
import Notebook
import TerminalKit

@testable import MarketCommands

/// A folder with files, and a snapshot that looks into it.
final class PromptSample: Sendable {
  static let key = MarketProfile.Key(name: "home", url: "http://market.local")
  static let elsewhere = MarketProfile.Key(name: "class", url: "http://class.example")

  let folder: String
  let files = FileMetadataCache()

  init() throws {
    folder = NSTemporaryDirectory() + "prompt-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder + "/work", withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  var work: String { folder + "/work" }

  /// Writes files below the working folder; a name that ends in `/` is a folder.
  func write(_ names: String..., holding bytes: [UInt8] = [1, 2, 3]) throws {
    for name in names {
      let path = "\(work)/\(name)"
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
    row(110, "Canvas shoes in mustard", 52, .usd, seller: "pedalpine"),
    row(12, "Mug tree", 9000, seller: "Oak & \"Sons\""),
  ]

  static func row(
    _ id: Int, _ name: String, _ price: Decimal, _ currency: Currency = .krw,
    seller: String? = nil
  ) -> ShownListing {
    ShownListing(
      id: id, name: name, price: Money(price, currency), seller: seller ?? "Mugs & more",
      isOwn: seller == nil)
  }

  func snapshot() throws -> PromptSnapshot {
    var snapshot = PromptSnapshot(
      parser: CommandRegistry.parser, context: Self.context, market: Self.key,
      money: MoneyText(locale: Locale(identifier: "en_US")), homeFolder: folder,
      workingFolder: work)
    try snapshot.aliases.set("m", to: "list --mine")
    snapshot.variables = Variables(["SEASON": "Autumn sale", "가을": "x"])
    snapshot.places = [
      .init(name: "home", url: "http://market.local", shop: "Mugs & more"),
      .init(name: "class", url: "http://class.example", shop: nil),
    ]
    snapshot.codes = try Self.codes()
    snapshot.shown = ShownListings(Self.listings)
    return snapshot
  }

  /// As a notebook gives them.
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

extension PromptAssistant {
  /// The candidates at the `|` of a line.
  func candidates(at line: String) -> [Candidate] {
    let parts = line.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let cursor = parts[0].utf8.count
    return completion(of: parts.joined(), at: cursor).map { Array($0.candidates) } ?? []
  }

  /// The line with the first candidate taken, the cursor as `|`.
  func taking(_ index: Int = 0, at line: String) -> String? {
    let parts = line.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let text = parts.joined()
    guard let found = completion(of: text, at: parts[0].utf8.count),
      found.candidates.indices.contains(index)
    else { return nil }
    let candidate = found.candidates[index]
    let bytes = Array(text.utf8)
    return String(decoding: bytes[..<found.range.lowerBound], as: UTF8.self) + candidate.text
      + candidate.suffix + "|" + String(decoding: bytes[found.range.upperBound...], as: UTF8.self)
  }
}

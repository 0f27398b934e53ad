import Base
import CommandLanguage
import Digest
import Foundation
package import MarketWire
import Messages
import SellerFiles

/// A listing, or a change of one, that the seller has not sent yet.
package struct Draft: Hashable, Sendable {
  /// The listing that is to be changed.
  package struct Listing: Hashable, Sendable {
    package var id: Int
    package var name: String

    package init(id: Int, name: String) {
      self.id = id
      self.name = name
    }
  }

  package var name: String
  package var savedAt: WireDate
  /// nil for a new listing.
  package var listing: Listing?
  /// The texts of the fields of its form; of a change, only what differs from the listing.
  package var values: [String: [String]]

  /// The name of the listing; nil if it has none yet.
  package var title: String? { values["name"]?.first ?? listing?.name }
}

/// The drafts of one account on one market, a file for each.
package struct DraftStore: Sendable {
  private static let suffix = ".json"

  /// The folder of all accounts, which exists once a draft was saved.
  private let root: String
  private let owner: String
  private let now: @Sendable () -> WireDate

  package init(_ market: CurrentMarket) throws {
    self.init(of: try market.profile(), market)
  }

  /// The drafts of another market.
  package init(of profile: MarketProfile, _ market: CurrentMarket) {
    // The shop at home may be opened by the listing of a draft.
    let account = profile.isHome ? "" : profile.accountDigest ?? ""
    owner = "\(profile.url) \(account)"
    root = market.environment.paths.drafts
    now = market.environment.now
  }

  /// The file with what was typed into a sheet, which is no draft of a form.
  package var sheetPath: String { "\(folder)/sheet.changes" }

  /// The file with the stock of paused listings.
  package var pausePath: String { "\(folder)/paused.stock" }

  /// The file with the sales.
  package var salesPath: String { "\(folder)/sales.list" }

  private var folder: String { "\(root)/\(Digest.hex(Digest.sha256(owner)).prefix(16))" }

  private var names: [String] {
    // A prompt without drafts hashes nothing, so libcrypto is not loaded for it.
    guard FileManager.default.fileExists(atPath: root) else { return [] }
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { $0.hasSuffix(Self.suffix) }.map { String($0.dropLast(Self.suffix.count)) }
  }

  package var count: Int { names.count }

  /// All drafts, the newest first.
  package func all() throws -> [Draft] {
    try names.map(read).sorted { ($1.savedAt, $0.name) < ($0.savedAt, $1.name) }
  }

  /// - Throws: ``SellerError/noSuchDraft(_:nearest:)``.
  package func draft(named name: String) throws -> Draft { try read(try existing(name)) }

  /// The draft of a change of this listing.
  package func draft(of listing: Int) -> Draft? {
    names.lazy.compactMap { try? read($0) }.first { $0.listing?.id == listing }
  }

  /// Stores a draft, and returns its name.
  ///
  /// - Parameters:
  ///   - name: the draft to replace; nil for a new one, which is named after its listing.
  ///   - listing: the listing to be changed; nil for a new one.
  package func save(
    _ values: [String: [String]], as name: String?, of listing: Draft.Listing? = nil
  ) throws -> String {
    let known = Set(names)
    let stem = listing.map { "edit-\($0.id)" } ?? Self.stem(of: values["name"]?.first ?? "")
    let all = [stem] + (2...1000).map { "\(stem)-\($0)" }
    let name = name ?? all.first { !known.contains($0) } ?? stem
    var object: JSONObject = ["saved_at": .string(now().exactText)]
    if let listing {
      object.append("listing", .integer(listing.id))
      object.append("title", .string(listing.name))
    }
    var fields = JSONObject()
    for (key, texts) in values.sorted(by: { $0.key < $1.key }) {
      fields.append(key, .array(texts.map(JSON.string)))
    }
    object.append("values", .object(fields))
    try PrivateFile(path: path(name)).write(.object(object))
    return name
  }

  /// - Throws: ``SellerError/noSuchDraft(_:nearest:)``.
  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path(try existing(name)))
  }
}

extension DraftStore {
  private func path(_ name: String) -> String { "\(folder)/\(name)\(Self.suffix)" }

  /// The name of a draft that exists, so that a name never leads to another folder.
  private func existing(_ name: String) throws(SellerError) -> String {
    let names = names
    let wanted = Folding.normalized(name)
    if let found = names.first(where: { Folding.normalized($0) == wanted }) { return found }
    throw .noSuchDraft(name, nearest: NearMiss.nearest(to: name, among: names))
  }

  private func read(_ name: String) throws(FileError) -> Draft {
    let file = PrivateFile(path: path(name))
    guard let object = try file.read()?.objectValue,
      let date = object["saved_at"]?.stringValue.flatMap(WireDate.init(text:)),
      let values = object["values"]?.objectValue
    else { throw FileError(path: file.path, reason: .damaged("it is no draft")) }
    let texts = values.members.map {
      ($0.key, ($0.value.arrayValue ?? []).compactMap(\.stringValue))
    }
    let listing = object["listing"]?.intValue.map {
      Draft.Listing(id: $0, name: object["title"]?.stringValue ?? "")
    }
    return Draft(
      name: name, savedAt: date, listing: listing,
      values: Dictionary(texts, uniquingKeysWith: { $1 }))
  }

  /// A name for a file: the letters and digits of the listing's name.
  private static func stem(of name: String) -> String {
    let words = Folding.normalized(name).lowercased().prefix(30).split { character in
      !character.isLetter && !character.isNumber
    }
    return words.isEmpty ? "draft" : words.joined(separator: "-")
  }
}

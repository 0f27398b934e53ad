import Foundation

/// Reads the market from time to time over a network without failures, and compares what it gets.
struct Buyer {
  struct Listing: Equatable {
    var id: Int
    var name: String
    var price: Int
    var stock: Int
    var shop: String

    /// The listing under a name and a shop of its own, as that of a copy.
    var asCopy: Listing {
      Listing(id: id, name: "copy of \(name)", price: price, stock: stock, shop: "")
    }
  }

  /// The listings, as the last look at the whole market has found them.
  private(set) var listings: [Listing] = []
  /// The listings as the answers to `changed_since` make them.
  private var followed: [Int: Listing] = [:]
  /// The revision of the last list; nil before the first one.
  private(set) var lastRevision: Int?
  /// The revision up to which the changes are followed.
  private var revision: Int?
  private var highestID = 0
  private(set) var violations: [String] = []

  mutating func look(at market: Market, in world: World) {
    guard readChanges(of: market, in: world),
      let list = rows(of: market, in: world, "page_no=1&items_per_page=1000")
    else { return }
    if list.revision == lastRevision, list.rows != listings {
      violations.append("revision \(list.revision) has \(listings), and \(list.rows)")
    }
    (listings, lastRevision) = (list.rows, list.revision)
    world.log(
      "buyer",
      "sees at the \(market.name) revision \(list.revision): \(list.rows.map { "\($0.id) \($0.name) \($0.price)" })"
    )
    if revision == nil { begin(with: list) }
    let known = followed.values.sorted { $0.id > $1.id }
    if list.revision == revision, known != list.rows.sorted(by: { $0.id > $1.id }) {
      violations.append("changed_since gives \(known), the list \(list.rows)")
    }
  }

  private mutating func begin(with list: Page) {
    revision = list.revision
    for listing in list.rows { followed[listing.id] = listing }
    highestID = list.rows.map(\.id).max() ?? 0
  }

  /// Asks for the changes since the last look; false if the market is down.
  private mutating func readChanges(of market: Market, in world: World) -> Bool {
    let old = highestID
    while let revision {
      guard let changes = rows(of: market, in: world, "changed_since=\(revision)") else {
        return false
      }
      if changes.revision < revision {
        violations.append("the revision went back from \(revision) to \(changes.revision)")
      }
      for row in changes.rows {
        if followed[row.id] == nil, row.id <= old {
          violations.append("the new listing \(row) has an id of before")
        }
        followed[row.id] = row
        highestID = max(highestID, row.id)
      }
      for id in changes.removed { followed[id] = nil }
      self.revision = changes.revision
      if !changes.hasNext { break }
    }
    return true
  }

  /// Looks at the listings of the last look one by one, with all their pictures.
  mutating func lookAtPictures(of market: Market, in world: World) {
    for listing in listings {
      let detail = get("/api/products/\(listing.id)", of: market, in: world)
      let object =
        (try? JSONSerialization.jsonObject(with: Data(detail?.body ?? []))) as? [String: Any]
      let pictures = (object?["images"] as? [[String: Any]] ?? []).flatMap { picture in
        [picture["url"], picture["thumbnail_url"]].compactMap { $0 as? String }
      }
      if pictures.isEmpty { violations.append("\(listing) has no pictures") }
      for url in pictures {
        let path = "/pictures/" + (url.components(separatedBy: "/pictures/").last ?? "")
        let answer = get(path, of: market, in: world)
        if answer?.status != 200 || answer?.body.starts(with: [0xFF, 0xD8]) != true {
          violations.append("\(listing): \(path) gives \(answer?.text ?? "nothing")")
        }
      }
    }
  }

  private func get(_ target: String, of market: Market, in world: World) -> Fate.Answer? {
    world.ask([Array("GET".utf8), Array(target.utf8), [], []], of: market)
  }

  private struct Page {
    var rows: [Listing]
    var removed: [Int]
    var revision: Int
    var hasNext: Bool
  }

  /// Reads with no code of the program, so that both cannot be wrong alike.
  private mutating func rows(of market: Market, in world: World, _ query: String) -> Page? {
    let target = "/api/products?\(query)"
    guard let answer = get(target, of: market, in: world), answer.code == nil else { return nil }
    guard answer.status == 200,
      let object = try? JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any],
      let rows = object["pages"] as? [[String: Any]],
      let revision = Self.header("OpenMarket-Revision", answer.headers).flatMap({ Int($0) })
    else {
      if answer.status < 500 {
        violations.append(
          "\(target) gives \(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
      }
      return nil
    }
    return Page(
      rows: rows.map(Self.listing), removed: object["removed"] as? [Int] ?? [], revision: revision,
      hasNext: object["hasNext"] as? Bool ?? false)
  }

  private static func header(_ name: String, _ headers: [UInt8]) -> String? {
    let lines = String(decoding: headers, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.firstIndex { $0.lowercased() == name.lowercased() }.map { String(lines[$0 + 1]) }
  }

  private static func listing(_ row: [String: Any]) -> Listing {
    Listing(
      id: row["id"] as? Int ?? -1, name: row["name"] as? String ?? "",
      price: (row["price"] as? NSNumber)?.intValue ?? -1, stock: row["stock"] as? Int ?? -1,
      shop: row["vendorName"] as? String ?? "")
  }
}

import CommandLanguage
import MarketRender
import Messages
import SellerFiles

extension CompletionProvider {
  /// Listings that were shown, by id and by words of their names. For commands that change listings,
  /// only the seller's own.
  func listings(at site: CompletionSite) -> [CompletionItem] {
    if site.typed.hasPrefix("@") { return targets(at: site) }
    let command = site.command.flatMap(snapshot.parser.command(named:))
    let isOwnOnly = command?.group == .sell
    var items = cache.items(isOwnOnly ? .ownListings : .listings) { listings(isOwnOnly: isOwnOnly) }
    let used = Set(site.arguments.compactMap { Int($0) })
    if !used.isEmpty {
      items.removeAll { item in
        guard case .listing(let index) = item.content else { return false }
        return used.contains(snapshot.shown.rows[index].id)
      }
    }
    guard site.typed.isEmpty else { return items }
    // A listing that is offered by its id shows its code there.
    let offered = Set(
      items.compactMap { item in
        if case .listing(let index) = item.content { snapshot.shown.rows[index].id } else { nil }
      })
    let others = codes(prefix: "@").filter { item in
      guard case .code(let index?) = item.content else { return true }
      return !offered.contains(snapshot.shown.rows[index].id)
    }
    return items + others
  }

  private func listings(isOwnOnly: Bool) -> [CompletionItem] {
    let rows = snapshot.shown.rows
    var items: [CompletionItem] = []
    items.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated() where row.isOwn || !isOwnOnly {
      items.append(
        CompletionItem(
          String(row.id), .listing(index), match: row.match,
          priority: row.isOwn ? Priority.ownListing : Priority.otherListing))
    }
    return items
  }

  /// Codes with `@`, `@last` and `@page`.
  private func targets(at site: CompletionSite) -> [CompletionItem] {
    var items = codes(prefix: "@").filter { !site.arguments.contains($0.text) }
    let priority = Priority.specialTarget
    if snapshot.hasLast {
      items.append(CompletionItem("@last", text("the listing added last"), priority: priority))
    }
    if snapshot.hasPage {
      items.append(CompletionItem("@page", text("the listings on this page"), priority: priority))
    }
    return items
  }

  /// The seller's codes. They are also found by the names of their listings.
  ///
  /// - Parameter prefix: `@`, or nothing.
  func codes(prefix: String) -> [CompletionItem] {
    cache.items(prefix.isEmpty ? .codes : .targets) {
      let rows = snapshot.shown.rows
      let indices = Dictionary(rows.indices.map { (rows[$0].id, $0) }) { first, _ in first }
      return snapshot.codes.map { code in
        let index = indices[code.listing]
        return CompletionItem(
          prefix + code.code, .code(index),
          otherMatch: index.map { FuzzyText(prefix + rows[$0].name) }, priority: Priority.code)
      }
    }
  }
}

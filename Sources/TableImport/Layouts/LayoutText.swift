import Foundation
package import MarketRender
import MarketWire

/// The cells of listings in the file of another program; see `write` in ``KnownLayouts``.
///
/// A template has names in braces. `{variant|Regular}` is `Regular` where the listing is no variant;
/// `{variant?Option|Title}` is one of two texts; `{photos, }` joins with what is behind the name.
package struct LayoutText {
  private let layout: TableLayout
  private let pages: String
  /// The handles of products, by their names.
  private var handles: [String: String] = [:]

  /// - Parameter pages: the address of the pages of listings without the id.
  package init(_ layout: TableLayout, pages: String? = nil) {
    self.layout = layout
    self.pages = pages ?? ""
  }

  /// The names of the columns; some have the currency of the listings.
  package func header(for rows: [ListingRow]) -> [String] {
    let currency = rows.first?.product.currency?.rawValue ?? ""
    return layout.written.map { $0.column.replacing("{currency}", with: currency) }
  }

  /// The listings with variants of one product next to each other, as such files have them. Each product
  /// gets a handle of its own.
  package mutating func ordered(_ rows: [ListingRow]) -> [ListingRow] {
    var places: [String: Int] = [:]
    var taken: Set = [""]
    for row in rows {
      let base = Self.parts(row.product.name).base
      guard places[base] == nil else { continue }
      places[base] = places.count
      let handle = LayoutRows.code(base.lowercased())
      handles[base] =
        taken.insert(handle).inserted ? handle : LayoutRows.code("\(handle) \(row.product.id)")
    }
    func place(_ row: ListingRow) -> Int { places[Self.parts(row.product.name).base] ?? 0 }
    return rows.enumerated().sorted { first, second in
      (place(first.element), first.offset) < (place(second.element), second.offset)
    }.map(\.element)
  }

  package func cells(of row: ListingRow) -> [String] {
    let values = values(of: row)
    return layout.written.map { Self.fill($0.template, values) }
  }

  /// The product and the variant that a name such as `Mug – blue` has.
  fileprivate static func parts(_ name: String) -> (base: String, variant: String) {
    guard let range = name.range(of: " – ", options: .backwards) else { return (name, "") }
    return (String(name[..<range.lowerBound]), String(name[range.upperBound...]))
  }

  private func values(of row: ListingRow) -> [String: String] {
    let (base, variant) = Self.parts(row.product.name)
    let photos = (row.product.pictures ?? []).map(\.url)
    func text(_ field: ListingField) -> String { field.text(of: row) ?? "" }
    let isReduced = (row.product.discount?.amount ?? 0) > 0
    var values = [
      "code": text(.code), "name": row.product.name, "base": base, "variant": variant,
      "description": text(.description), "html": Self.html(text(.description)),
      "price": text(.price), "sale_price": text(.salePrice), "stock": text(.stock),
      "full_price": isReduced ? text(.price) : "",
      "reduced_price": isReduced ? text(.salePrice) : "",
      "discount": isReduced ? text(.discount) : "", "currency": text(.currency),
      "handle": handles[base] ?? "", "photos": photos.joined(separator: "\u{0}"),
      "more_photos": photos.dropFirst().joined(separator: "\n"),
    ]
    values.merge(catalogValues(row, photos, isReduced: isReduced)) { $1 }
    for (index, photo) in photos.enumerated() { values["photo\(index + 1)"] = photo }
    return values
  }

  /// What catalogs for search engines have besides.
  private func catalogValues(
    _ row: ListingRow, _ photos: [String], isReduced: Bool
  ) -> [String: String] {
    let product = row.product
    func money(_ field: ListingField) -> String {
      "\(field.text(of: row) ?? "") \(product.currency?.rawValue ?? "")"
    }
    return [
      "id": "\(product.id)", "page": "\(pages)\(product.id)", "shop": product.vendor.name ?? "",
      "described": product.description.flatMap { $0.isEmpty ? nil : $0 } ?? product.name,
      "in_stock": product.stock == 0 ? "" : "1", "price_money": money(.price),
      "reduced_money": isReduced ? money(.salePrice) : "",
      "other_photos": photos.dropFirst().joined(separator: ","),
    ]
  }

  private static func html(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\n", with: "<br>")
  }

  private static func fill(_ template: String, _ values: [String: String]) -> String {
    template.replacing(/\{([a-z_]+[0-9]?)([^}]*)\}/) { match in
      let (value, rest) = (values[String(match.1)] ?? "", match.2)
      if match.1 == "photos" {
        return value.split(separator: "\u{0}").joined(separator: String(rest))
      }
      guard rest.hasPrefix("?") else {
        return value.isEmpty && rest.hasPrefix("|") ? String(rest.dropFirst()) : value
      }
      let texts = rest.dropFirst().split(separator: "|", omittingEmptySubsequences: false)
      return String((value.isEmpty ? texts.last : texts.first) ?? "")
    }
  }
}

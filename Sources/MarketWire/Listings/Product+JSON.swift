extension Product {
  /// The listing as a row of a list, with the member order and the number format of v3 (API 1.3).
  var row: JSON {
    var object: JSONObject = [
      "id": .integer(id), "vendor_id": integer(vendor.id), "vendorName": text(vendor.name),
      "name": .string(name), "description": text(description),
    ]
    appendCommonMembers(to: &object)
    appendExactDates(to: &object)
    return .object(object)
  }

  /// The listing in full, which create, edit and remove return too (API 1.4).
  var detail: JSON {
    var object: JSONObject = [
      "id": .integer(id), "vendor_id": integer(vendor.id), "name": .string(name),
      "description": text(description),
    ]
    appendCommonMembers(to: &object)
    object.append("images", .array((pictures ?? []).map(\.json)))
    object.append("vendors", .object(["id": integer(vendor.id), "name": text(vendor.name)]))
    appendExactDates(to: &object)
    return .object(object)
  }

  private func appendCommonMembers(to object: inout JSONObject) {
    object.append("thumbnail", text(thumbnail))
    object.append("currency", text(currency == .unknown ? nil : currency?.rawValue))
    object.append("price", amount(price))
    object.append("bargain_price", amount(salePrice))
    object.append("discounted_price", amount(discount))
    object.append("stock", integer(stock))
    object.append("created_at", text(createdAt?.wireText))
    object.append("issued_at", text(issuedAt?.wireText))
  }

  /// Appends the known exact dates; additional members follow the members of v3 (API 7.5).
  private func appendExactDates(to object: inout JSONObject) {
    if let createdAtExact {
      object.append("created_at_exact", .string(createdAtExact.exactText))
    }
    if let issuedAtExact { object.append("issued_at_exact", .string(issuedAtExact.exactText)) }
  }
}

extension ProductImage {
  fileprivate var json: JSON {
    .object([
      "id": integer(id), "url": .string(url), "thumbnail_url": text(thumbnailURL),
      "issued_at": text(issuedAt?.wireText),
    ])
  }
}

private func text(_ value: String?) -> JSON { value.map(JSON.string) ?? .null }
private func integer(_ value: Int?) -> JSON { value.map(JSON.integer) ?? .null }
private func amount(_ value: Money?) -> JSON { value.map { .double($0.amount) } ?? .null }

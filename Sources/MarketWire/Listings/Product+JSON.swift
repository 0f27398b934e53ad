/// Writing a listing as v3 did: members in its order, numbers in its spelling (API 1.3, 1.4).

extension Product {
  /// The row of a list.
  var row: JSON {
    var object: JSONObject = [
      "id": .integer(id), "vendor_id": integer(vendor.id), "vendorName": text(vendor.name),
      "name": .string(name), "description": text(description),
    ]
    appendCommonMembers(to: &object)
    appendExactDates(to: &object)
    return .object(object)
  }

  /// The detail, which creating, editing and removing answer too.
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

  /// Additional members stand after the old ones (API 7), and only where they are known.
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

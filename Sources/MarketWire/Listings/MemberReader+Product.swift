import Foundation

extension MemberReader {
  /// Decodes a row or a detail of any generation (API 1.3, 1.4, 2, 3).
  ///
  /// Returns nil and adds an issue if there is no usable id.
  mutating func product(_ value: JSON, at path: String) -> Product? {
    guard let object = value.objectValue else {
      report(path, expected: "an object", found: value)
      return nil
    }
    guard let id = take(object["id"], "\(path).id", "a whole number", \.intValue) else {
      return nil
    }
    // Responses may have unknown members, so a `title` next to a `name` does not mean v1.
    let isFirstGeneration =
      object["name"] == nil && (object["title"] != nil || object["registration_date"] != nil)
    return isFirstGeneration
      ? productOfFirstGeneration(object, id: id, at: path) : product(object, id: id, at: path)
  }

  private mutating func product(_ object: JSONObject, id: Int, at path: String) -> Product {
    var product = Product(id: id, vendor: vendor(object, at: path), name: "")
    product.name = take(object["name"], "\(path).name", "a string", \.stringValue) ?? ""
    // Some markets send null for a listing without a description.
    product.description =
      object["description"] == JSON.null
      ? nil
      : takeIfPresent(object["description"], "\(path).description", "a string", \.stringValue)
    product.thumbnail = take(object["thumbnail"], "\(path).thumbnail", "a string", \.stringValue)
    let currency = currency(object, at: path)
    product.price = amount(object, "price", currency, at: path)
    product.salePrice = amount(object, "bargain_price", currency, at: path)
    product.discount = amount(object, "discounted_price", currency, at: path)
    product.stock = take(object["stock"], "\(path).stock", "a whole number", \.intValue)
    product.createdAt = take(object["created_at"], "\(path).created_at", "a date", date)
    product.issuedAt = take(object["issued_at"], "\(path).issued_at", "a date", date)
    product.createdAtExact = takeIfPresent(
      object["created_at_exact"], "\(path).created_at_exact", "a date", date)
    product.issuedAtExact = takeIfPresent(
      object["issued_at_exact"], "\(path).issued_at_exact", "a date", date)
    if let images = object["images"] { product.pictures = pictures(images, at: "\(path).images") }
    return product
  }

  /// Decodes a listing of v1: it has no price after the discount, and dates in seconds since 1970.
  private mutating func productOfFirstGeneration(
    _ object: JSONObject, id: Int, at path: String
  ) -> Product {
    var product = Product(id: id, vendor: Vendor(), name: "")
    product.name = take(object["title"], "\(path).title", "a string", \.stringValue) ?? ""
    product.description = takeIfPresent(
      object["descriptions"], "\(path).descriptions", "a string", \.stringValue)
    let currency = currency(object, at: path)
    product.price = amount(object, "price", currency, at: path)
    if let price = product.price {
      let discount =
        takeIfPresent(
          object["discounted_price"], "\(path).discounted_price", "a number", \.decimalValue) ?? 0
      product.discount = Money(discount, currency)
      product.salePrice = Money(price.amount - discount, currency)
    }
    product.stock = take(object["stock"], "\(path).stock", "a whole number", \.intValue)
    product.createdAt = take(
      object["registration_date"], "\(path).registration_date", "seconds since 1970"
    ) { $0.decimalValue.flatMap(WireDate.init(seconds:)) }
    product.issuedAt = product.createdAt
    let thumbnails = texts(object["thumbnails"], at: "\(path).thumbnails")
    product.thumbnail = thumbnails.first
    if object["images"] != nil {
      let images = texts(object["images"], at: "\(path).images")
      product.pictures = images.indices.map { index in
        ProductImage(
          id: nil, url: images[index],
          thumbnailURL: thumbnails.indices.contains(index) ? thumbnails[index] : nil)
      }
    }
    return product
  }

  private mutating func vendor(_ object: JSONObject, at path: String) -> Vendor {
    var vendor = Vendor()
    vendor.id = takeIfPresent(
      object["vendor_id"], "\(path).vendor_id", "a whole number", \.intValue)
    vendor.name = takeIfPresent(
      object["vendorName"], "\(path).vendorName", "a string", \.stringValue)
    guard let value = object["vendors"] else { return vendor }
    guard let details = take(value, "\(path).vendors", "an object", \.objectValue) else {
      return vendor
    }
    let name = take(details["name"], "\(path).vendors.name", "a string", \.stringValue)
    vendor.name = name ?? vendor.name
    let id = take(details["id"], "\(path).vendors.id", "a whole number", \.intValue)
    vendor.id = vendor.id ?? id
    return vendor
  }

  private mutating func currency(_ object: JSONObject, at path: String) -> Currency {
    take(object["currency"], "\(path).currency", "a currency code") { value in
      value.stringValue.flatMap { $0.isEmpty ? nil : Currency(rawValue: $0) }
    } ?? .unknown
  }

  private mutating func amount(
    _ object: JSONObject, _ key: String, _ currency: Currency, at path: String
  ) -> Money? {
    take(object[key], "\(path).\(key)", "a number", \.decimalValue).map { Money($0, currency) }
  }

  private mutating func pictures(_ value: JSON, at path: String) -> [ProductImage] {
    guard let values = take(value, path, "an array", \.arrayValue) else { return [] }
    var pictures: [ProductImage] = []
    for (index, value) in values.enumerated() {
      let place = "\(path)[\(index)]"
      guard let object = take(value, place, "an object", \.objectValue),
        let url = take(object["url"], "\(place).url", "a string", \.stringValue)
      else { continue }
      pictures.append(
        ProductImage(
          id: take(object["id"], "\(place).id", "a whole number", \.intValue), url: url,
          thumbnailURL: take(
            object["thumbnail_url"], "\(place).thumbnail_url", "a string", \.stringValue),
          issuedAt: take(object["issued_at"], "\(place).issued_at", "a date", date)))
    }
    return pictures
  }

  private mutating func texts(_ value: JSON?, at path: String) -> [String] {
    guard let values = take(value, path, "an array", \.arrayValue) else { return [] }
    return values.enumerated().compactMap { index, value in
      take(value, "\(path)[\(index)]", "a string", \.stringValue)
    }
  }
}

private func date(_ value: JSON) -> WireDate? {
  value.stringValue.flatMap(WireDate.init(text:))
}

import Foundation
import MarketService
import MarketWire

extension ListingFields {
  /// A valid listing.
  static let mug = ListingFields(
    name: "Blue mug", description: "A mug of blue glass", price: 12_000,
    currency: .krw, discount: 1_000, stock: 5)

  /// The mug with a change.
  static func mug(_ change: (inout ListingFields) -> Void) -> ListingFields {
    var fields = mug
    change(&fields)
    return fields
  }
}

extension NewAccount {
  func create(
    _ fields: ListingFields = .mug, pictures: [[UInt8]] = [TestPicture.jpeg],
    headers: HTTPHeaders = [:]
  ) -> HTTPRequest {
    CreateProduct(
      credentials: credentials, fields: fields,
      images: pictures.map {
        ImageUpload(filename: "a.jpg", mediaType: "image/jpeg", bytes: $0[...])
      },
      boundary: "b0undary"
    ).request.adding(headers)
  }

  func edit(_ id: Int, _ fields: ListingFields, headers: HTTPHeaders = [:]) -> HTTPRequest {
    EditProduct(id: id, credentials: credentials, fields: fields).request.adding(headers)
  }

  func archived(_ id: Int, headers: HTTPHeaders = [:]) -> HTTPRequest {
    FindRemovalPath(id: id, credentials: credentials).request.adding(headers)
  }

  func remove(_ path: String, headers: HTTPHeaders = [:]) -> HTTPRequest {
    RemoveProduct(path: RemovalPath(path), identifier: credentials.identifier).request
      .adding(headers)
  }

  /// The same account with a wrong secret.
  var withWrongSecret: NewAccount {
    NewAccount(
      vendorID: vendorID, name: name,
      credentials: Credentials(identifier: credentials.identifier, secret: Secret("wrong")))
  }
}

extension HTTPRequest {
  static func get(_ target: String, headers: HTTPHeaders = [:]) -> HTTPRequest {
    HTTPRequest(.get, target, headers: headers)
  }

  func adding(_ headers: HTTPHeaders) -> HTTPRequest {
    var request = self
    for field in headers.fields { request.headers[field.name] = field.value }
    return request
  }
}

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }

  var json: JSONObject { (try? JSON(parsing: body))?.objectValue ?? [:] }

  /// The message of a refusal.
  var message: String { json["message"]?.stringValue ?? "no message: \(text)" }

  /// The listing of a detail object.
  var product: Product {
    get throws { try ShowProduct.decode(self).value }
  }

  /// The page of a list.
  var page: ProductPage {
    get throws { try ListProducts.decode(self).value }
  }
}

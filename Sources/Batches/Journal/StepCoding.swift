import Foundation
import MarketWire

// Steps as JSON, as the journal stores them. Version 1; unknown members are ignored.

extension ListingFields {
  var journalObject: JSONObject {
    var object = JSONObject()
    object["name"] = name.map { .string($0) }
    object["description"] = description.map { .string($0) }
    object["price"] = price.map { .decimal($0) }
    object["currency"] = currency.map { .string($0.rawValue) }
    object["discount"] = discount.map { .decimal($0) }
    object["stock"] = stock.map { .integer($0) }
    object["thumbnail"] = thumbnailID.map { .integer($0) }
    return object
  }

  var journalText: String { JSON.object(journalObject).text }

  init(journal object: JSONObject) {
    self.init(
      name: object["name"]?.stringValue, description: object["description"]?.stringValue,
      thumbnailID: object["thumbnail"]?.intValue, price: object["price"]?.decimalValue,
      currency: object["currency"]?.stringValue.map(Currency.init(rawValue:)),
      discount: object["discount"]?.decimalValue, stock: object["stock"]?.intValue)
  }
}

extension ListingContent {
  var journalText: String {
    var object = fields.journalObject
    object["photos"] = photoCount.map { .integer($0) }
    object["photoIDs"] = photoIDs.map { .array($0.map { .integer($0) }) }
    return JSON.object(object).text
  }

  init(journal object: JSONObject) {
    self.init(ListingFields(journal: object), photoCount: object["photos"]?.intValue)
    photoIDs = object["photoIDs"]?.arrayValue?.compactMap(\.intValue)
  }
}

extension BatchStep.CodeChange {
  var journalText: String {
    var object = JSONObject()
    object["before"] = before.map { .string($0) }
    object["after"] = after.map { .string($0) }
    object["takenFrom"] = takenFrom.map { .integer($0) }
    return JSON.object(object).text
  }

  init(journal object: JSONObject) {
    self.init(
      before: object["before"]?.stringValue, after: object["after"]?.stringValue,
      takenFrom: object["takenFrom"]?.intValue)
  }
}

extension [Int?] {
  /// The places of photos.
  var journalText: String { JSON.array(map { $0.map { .integer($0) } ?? .null }).text }
}

extension [StepPhoto] {
  var journalText: String {
    JSON.array(
      map { photo -> JSON in
        var object: JSONObject = [
          "digest": .string(photo.digest), "filename": .string(photo.filename),
          "type": .string(photo.mediaType),
        ]
        if photo.isThumbnail { object["thumbnail"] = .bool(true) }
        return .object(object)
      }
    ).text
  }

  init(journal array: [JSON]) {
    self = array.compactMap(\.objectValue).compactMap { object in
      guard let digest = object["digest"]?.stringValue,
        let filename = object["filename"]?.stringValue, let type = object["type"]?.stringValue
      else { return nil }
      return StepPhoto(
        digest: digest, filename: filename, mediaType: type,
        isThumbnail: object["thumbnail"] == .bool(true))
    }
  }
}

extension StepReason {
  var journalText: String {
    var object = JSONObject()
    switch self {
    case .refused(let status, let message):
      object["refused"] = status.map { .integer($0) } ?? .null
      object["message"] = message.map { .string($0) }
    case .unreachable: object["unreachable"] = .null
    case .noResponse: object["noResponse"] = .null
    case .unclearResponse(let status):
      object["unclear"] = status.map { .integer($0) } ?? .null
    case .busy: object["busy"] = .null
    case .earlierStep(let number): object["earlierStep"] = .integer(number)
    case .listingGone: object["gone"] = .null
    case .changedByOthers: object["changed"] = .null
    case .photoChanged(let filename): object["photo"] = .string(filename)
    case .notAsSent: object["notAsSent"] = .null
    case .similarListings(let ids): object["similar"] = .array(ids.map { .integer($0) })
    }
    return JSON.object(object).text
  }

  init?(journal object: JSONObject) {
    guard let (key, value) = object.members.first.map({ ($0.key, $0.value) }) else { return nil }
    switch key {
    case "refused":
      self = .refused(status: value.intValue, message: object["message"]?.stringValue)
    case "unreachable": self = .unreachable
    case "noResponse": self = .noResponse
    case "unclear": self = .unclearResponse(status: value.intValue)
    case "busy": self = .busy
    case "earlierStep": self = .earlierStep(value.intValue ?? 0)
    case "gone": self = .listingGone
    case "changed": self = .changedByOthers
    case "photo": self = .photoChanged(filename: value.stringValue ?? "")
    case "notAsSent": self = .notAsSent
    case "similar": self = .similarListings(value.arrayValue?.compactMap(\.intValue) ?? [])
    default: return nil
    }
  }
}

extension JSON {
  var text: String { String(decoding: bytes(), as: UTF8.self) }
}

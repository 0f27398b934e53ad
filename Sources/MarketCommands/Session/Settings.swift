/// What the seller has settled once and for all: `settings.json`.
import Foundation
public import MarketWire

/// Values that act everywhere, at the prompt and in scripts.
public struct Settings: Hashable, Sendable {
  /// The currency of amounts that name none.
  public var currency: Currency?

  public init(currency: Currency? = nil) {
    self.currency = currency
  }

  /// Reads the file; what is missing has not been settled.
  init(readingFrom path: String) throws(FileProblem) {
    guard let value = try PrivateFile(path: path).read() else { return }
    guard let object = value.objectValue else {
      throw FileProblem(path: path, reason: .damaged("it is not an object"))
    }
    guard let known = object["currency"] else { return }
    guard let code = known.stringValue, code.utf8.count == 3 else {
      throw FileProblem(path: path, reason: .damaged("its currency is not three letters"))
    }
    currency = Currency(rawValue: code)
  }

  /// Writes the file, keeping members that this version does not know.
  func write(to path: String) throws(FileProblem) {
    let file = PrivateFile(path: path)
    var object = try file.read()?.objectValue ?? JSONObject()
    object["currency"] = currency.map { .string($0.rawValue) }
    try file.write(.object(object))
  }
}

import MarketWire
import Messages
import SellerFiles
import SellerSession

/// The stock that paused listings of an account had before.
struct PausedListings: Sendable {
  private let file: PrivateFile

  init(_ market: CurrentMarket) throws {
    file = PrivateFile(path: try DraftStore(market).pausePath)
  }

  /// The stock by the id of the listing.
  func stocks() throws(FileError) -> [Int: Int] {
    guard let value = try file.read() else { return [:] }
    guard let object = value.objectValue else {
      throw FileError(path: file.path, reason: .damaged("it is not an object"))
    }
    return object.members.reduce(into: [:]) { stocks, member in
      if let id = Int(member.key), let stock = member.value.intValue { stocks[id] = stock }
    }
  }

  func change(_ change: (inout [Int: Int]) -> Void) throws(FileError) {
    try file.withLock { () throws(FileError) in
      var stocks = try self.stocks()
      change(&stocks)
      var object = JSONObject()
      for (id, stock) in stocks.sorted(by: { $0.key < $1.key }) {
        object.append("\(id)", .integer(stock))
      }
      try file.write(.object(object))
    }
  }
}

import MarketService

/// Read access to one consistent state of the market; valid only inside its closure.
class PostgresReader: SQLReader {
  let server: PostgresConnection
  var state: MarketState

  init(_ server: PostgresConnection, _ state: MarketState) {
    self.server = server
    self.state = state
  }

  var connection: any SQLConnection { server }

  var dialect: SQLDialect { .postgres }

  func flush() throws {}

  func picture(_ path: PicturePath) throws -> [UInt8]? { try server.picture(path) }

  func revisions() throws -> (current: Int, floor: Int) { (state.numbers.revision, state.floor) }

  func productCount() throws -> Int { state.live }

  func hiddenVendors() throws -> Set<Int> { state.hidden }

  func numbers() throws -> StoreNumbers { state.numbers }
}

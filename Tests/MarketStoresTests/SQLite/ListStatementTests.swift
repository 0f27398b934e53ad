import Foundation
import MarketService
import MarketWire
import SQLite
import StoreTestSupport
import Testing

@testable import MarketStores

@Suite(.timeLimit(.minutes(60))) struct ListStatementTests {
  @Test func `every list uses an index, and lists without search or shop need no sorting`() throws {
    let test = try TestStore(.sqlite)
    let connection = try Connection(.file(test.folder + "/market.sqlite"))
    func steps(_ statement: BoundStatement) throws -> [String] {
      try connection.query("EXPLAIN QUERY PLAN \(statement.sql)", statement.values) { $0.text(3) }
    }
    for (name, filter) in ListingQueries.filters {
      let vendorID: Int? = filter.vendor == nil ? nil : 1
      for sort in ListingQueries.sorts {
        let list = ListStatement(filter, sort: sort, vendorID: vendorID, .sqlite)
        for statement in [
          list.ids(offset: 40, limit: 20), list.count, list.summaryRows(after: 0),
        ] {
          for step in try steps(statement) {
            let indexes = [
              "USING INDEX", "USING COVERING INDEX", "VIRTUAL TABLE INDEX", "INTEGER PRIMARY KEY",
            ]
            let isIndexed = indexes.contains { step.contains($0) }
            #expect(isIndexed || step.hasPrefix("USE TEMP"), "\(name) by \(sort.text): \(step)")
          }
        }
        let ids = try steps(list.ids(offset: 40, limit: 20))
        if vendorID == nil, filter.search == nil {
          // Only the index is read, in its own order.
          #expect(ids.count == 1 && ids[0].contains("COVERING INDEX"), "\(sort.text): \(ids)")
          #expect(try steps(list.count).allSatisfy { $0.contains("COVERING INDEX") })
          #expect(
            try steps(list.summaryRows(after: 0)).allSatisfy { $0.contains("COVERING INDEX") })
        } else if name == "search", sort.key == .newest || sort.key == .oldest {
          // Two syllables are in the index for searches, in the order of the ids.
          #expect(ids.count == 1 && ids[0].contains("product_gram"), "\(ids)")
          #expect(try steps(list.count).allSatisfy { $0.contains("product_gram") })
        }
      }
    }
  }
}

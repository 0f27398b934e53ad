import Batches
import Foundation
import MarketTestSupport
import MarketWire
import SQLite
import Testing

/// A journal is read as a whole or refused, and nothing is sent that it could not record.
@Suite(.timeLimit(.minutes(60))) struct DamagedJournalTests {
  private static let pageSize = 4096

  private let steps = (1...60).map { number in
    BatchStep(
      number, line: number,
      .create(
        ListingFields(
          name: "Mug \(number)", description: String(repeating: "Turned. ", count: 40),
          price: 1000, currency: .krw, stock: 1), photos: []))
  }

  /// A journal with one batch, in one file.
  private func journal(in folder: TemporaryFolder) throws -> Data {
    let path = folder.file("batches.sqlite")
    let plan = NewBatch(
      command: "run spring.market", market: "http://localhost", account: "7",
      plannedAt: .seconds(1_700_000_000))
    _ = try BatchJournal(path: path).add(plan, salt: "salt", steps: steps)
    try Connection(.file(path)).checkpoint(.truncate)
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect(bytes.count > 5 * Self.pageSize)
    return bytes
  }

  /// What is read of a journal with these bytes; nil if it is refused as damaged.
  private func read(_ bytes: Data) throws -> [BatchStep]? {
    let folder = try TemporaryFolder()
    let path = folder.file("batches.sqlite")
    try bytes.write(to: URL(filePath: path))
    let journal = BatchJournal(path: path)
    do throws(JournalError) {
      return try journal.steps(of: 1).map(\.0)
    } catch {
      #expect(error == .damaged(path: path))
      return nil
    }
  }

  @Test func `a journal with an overwritten page is refused, or nothing of it is missing`() throws {
    let bytes = try journal(in: TemporaryFolder())
    var refused = 0
    for page in 0..<(bytes.count / Self.pageSize) {
      for filler in [UInt8(0), 0xAA] {
        var damaged = bytes
        let range = (page * Self.pageSize)..<((page + 1) * Self.pageSize)
        damaged.replaceSubrange(range, with: Data(repeating: filler, count: Self.pageSize))
        // An empty file is a new journal.
        let found = try read(damaged)
        if found == nil { refused += 1 } else { #expect(found == steps, "page \(page)") }
      }
    }
    #expect(refused > 5)
  }

  @Test func `a journal that was cut off is refused, or nothing of it is missing`() throws {
    let bytes = try journal(in: TemporaryFolder())
    for count in stride(from: 512, to: bytes.count, by: 2048) {
      if let found = try read(bytes.prefix(count)) { #expect(found == steps, "\(count) bytes") }
    }
  }

  @Test func `a journal of a newer version, and another program's file, are refused`() throws {
    let folder = try TemporaryFolder()
    _ = try journal(in: folder)
    let path = folder.file("batches.sqlite")
    do {
      let connection = try Connection(.file(path))
      try connection.setUserVersion(99)
      try connection.checkpoint(.truncate)
    }
    #expect(throws: JournalError.newer(path: path)) { try BatchJournal(path: path).batches() }
    let other = folder.file("other.sqlite")
    do {
      let connection = try Connection(.file(other))
      try connection.execute("CREATE TABLE t (v); PRAGMA application_id = 77")
    }
    #expect(throws: JournalError.damaged(path: other)) { try BatchJournal(path: other).batches() }
  }

  @Test func `a step with unreadable values makes the whole journal damaged`() throws {
    let folder = try TemporaryFolder()
    _ = try journal(in: folder)
    let path = folder.file("batches.sqlite")
    for change in ["kind = 'give'", "state = 'gone'", "after = '{'"] {
      do {
        let connection = try Connection(.file(path))
        try connection.execute("UPDATE step SET \(change) WHERE number = 59")
      }
      #expect(throws: JournalError.damaged(path: path)) {
        try BatchJournal(path: path).steps(of: 1)
      }
    }
  }
}

import Foundation
import MarketTestSupport
import Testing

@testable import Batches

@Suite(.timeLimit(.minutes(60))) struct BatchCleanupTests {
  private let root = NSTemporaryDirectory() + "cleanup-\(UUID().uuidString)"
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private var journal: BatchJournal { BatchJournal(path: "\(root)/batches.sqlite") }

  /// Stores a batch with a copy of some size.
  private func add(_ salt: String, daysAgo: Double, size: Int = 10, isOpen: Bool = false) throws {
    let date = now.addingTimeInterval(-daysAgo * 86_400)
    let plan = NewBatch(
      command: "remove \(salt)", market: "market.local", account: "a",
      plannedAt: .seconds(Int(date.timeIntervalSince1970)))
    let id = try journal.add(plan, salt: salt, steps: [])
    if !isOpen { try journal.close(id, as: .ended) }
    let folder = BatchFolder(root: "\(root)/batches", salt: salt)
    _ = try folder.store(Array(repeating: UInt8(size % 256), count: size))
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder.path)
  }

  /// The folders that remain.
  private func folders(sizeLimit: Int = 1 << 30) throws -> [String] {
    try BatchCleanup(root: "\(root)/batches", now: now, sizeLimit: sizeLimit).run(journal)
    return try FileManager.default.contentsOfDirectory(atPath: "\(root)/batches").sorted()
  }

  @Test func `copies for undo are kept for 30 days, those of unfinished batches for longer`()
    throws
  {
    defer { try? FileManager.default.removeItem(atPath: root) }
    try add("fresh", daysAgo: 29)
    try add("old", daysAgo: 31)
    try add("open", daysAgo: 31, isOpen: true)
    #expect(try folders() == ["fresh", "open"])
  }

  @Test func `of too many copies the oldest go first`() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    for (salt, days) in [("c", 3.0), ("a", 1), ("b", 2)] {
      try add(salt, daysAgo: days, size: 1000)
    }
    #expect(try folders(sizeLimit: 2500) == ["a", "b"])
  }

  @Test func `the photos of a plan that is being made stay, whatever their size`() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    try add("stored", daysAgo: 1, size: 1000)
    let planned = BatchFolder(root: "\(root)/batches", salt: "planned")
    _ = try planned.store(Array(repeating: 1, count: 5000))
    let date = now.addingTimeInterval(-3600)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: planned.path)
    #expect(try folders(sizeLimit: 2500) == ["planned", "stored"])
    #expect(try folders(sizeLimit: 500) == ["planned"])
  }

  @Test func `the log is kept for a year, and unfinished batches for longer`() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    try add("young", daysAgo: 364)
    try add("old", daysAgo: 366)
    try add("open", daysAgo: 366, isOpen: true)
    _ = try folders()
    #expect(try journal.batches().map(\.plan.command) == ["remove open", "remove young"])
  }
}

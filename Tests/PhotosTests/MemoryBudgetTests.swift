/// Shares of a budget: never more than there is, everybody served, large ones too.
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import Photos

struct MemoryBudgetTests {
  @Test func `many threads never hold more than there is`() {
    let budget = MemoryBudget(limit: 100)
    let held = Mutex(0)
    let most = Mutex(0)
    let served = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 200) { index in
      let share = [10, 35, 60, 100][index % 4]
      budget.take(share)
      let now = held.withLock { held in
        held += share
        return held
      }
      most.withLock { $0 = max($0, now) }
      held.withLock { $0 -= share }
      budget.release(share)
      served.withLock { $0 += 1 }
    }
    #expect(most.withLock { $0 } <= 100)
    #expect(served.withLock { $0 } == 200)
    #expect(budget.used == 0)
  }

  @Test func `what is larger than all of it has it to itself`() {
    let budget = MemoryBudget(limit: 100)
    budget.take(1_000)
    #expect(!budget.change(from: 0, to: 1))
    budget.release(1_000)
    budget.take(100)
    #expect(budget.used == 100)
  }

  @Test func `a share grows only where there is room`() {
    let budget = MemoryBudget(limit: 100)
    budget.take(40)
    budget.take(40)
    #expect(budget.change(from: 40, to: 60))
    #expect(!budget.change(from: 60, to: 61))
    #expect(budget.used == 100)
    budget.release(40)
    #expect(budget.change(from: 60, to: 500))
  }

  @Test func `a photo that finds no room is read again when there is`() throws {
    let budget = MemoryBudget(limit: 5_000)
    let path = PhotoFixture.folder.appending(path: "located.jpg").path
    let bytes = try PhotoFixture.bytes("located.jpg")
    let wrong = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 16) { _ in
      let read = try? budget.withPhoto(path) { $0 }
      if read != bytes { wrong.withLock { $0 += 1 } }
    }
    #expect(wrong.withLock { $0 } == 0)
    #expect(budget.used == 0)
    #expect(throws: PhotoFileError.missing(path: path + "x")) {
      try budget.withPhoto(path + "x") { $0 }
    }
    #expect(budget.used == 0)
  }
}

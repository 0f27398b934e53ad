import Dispatch
import Foundation
import MarketTestSupport
import Synchronization
import Testing

@testable import Photos

@Suite(.timeLimit(.minutes(60))) struct MemoryBudgetTests {
  @Test func `many threads never use more than the limit`() {
    let budget = MemoryBudget(limit: 100)
    let used = Mutex(0)
    let highest = Mutex(0)
    let served = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 200) { index in
      let share = [10, 35, 60, 100][index % 4]
      budget.acquire(share)
      let now = used.withLock { used in
        used += share
        return used
      }
      highest.withLock { $0 = max($0, now) }
      used.withLock { $0 -= share }
      budget.release(share)
      served.withLock { $0 += 1 }
    }
    #expect(highest.withLock { $0 } <= 100)
    #expect(served.withLock { $0 } == 200)
    #expect(budget.used == 0)
  }

  @Test func `a share above the limit is granted if it is the only one`() {
    let budget = MemoryBudget(limit: 100)
    budget.acquire(1_000)
    #expect(!budget.resize(from: 0, to: 1))
    budget.release(1_000)
    budget.acquire(100)
    #expect(budget.used == 100)
  }

  @Test func `a share grows only within the limit`() {
    let budget = MemoryBudget(limit: 100)
    budget.acquire(40)
    budget.acquire(40)
    #expect(budget.resize(from: 40, to: 60))
    #expect(!budget.resize(from: 60, to: 61))
    #expect(budget.used == 100)
    budget.release(40)
    #expect(budget.resize(from: 60, to: 500))
  }

  @Test func `a share with a deadline is refused when it cannot be granted`() {
    let budget = MemoryBudget(limit: 100, waiting: 1)
    #expect(!budget.acquire(101, until: .now()))
    #expect(budget.acquire(100, until: .now()))
    #expect(!budget.acquire(1, until: .now()))
    #expect(budget.used == 100)
    budget.release(100)
    #expect(budget.acquire(60, until: .now()))
  }

  @Test func `only so many threads may wait with a deadline`() {
    let budget = MemoryBudget(limit: 100, waiting: 2)
    budget.acquire(100)
    let granted = Mutex(0)
    let refused = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    for _ in 0..<5 {
      Thread.detachNewThread {
        if budget.acquire(40, until: .distantFuture) {
          granted.withLock { $0 += 1 }
          done.signal()
        } else {
          refused.signal()
        }
      }
    }
    for _ in 0..<3 { refused.wait(until: "three threads are refused") }
    #expect(granted.withLock { $0 } == 0)
    budget.release(100)
    for _ in 0..<2 { done.wait(until: "two threads have memory") }
    #expect(budget.used == 80)
  }

  /// The measured growth of the process in MB while it prepared one photo of 12 megapixels.
  struct Measured: Sendable {
    var format = PhotoFormat.jpeg
    let fileMB: Double
    let peakMB: Int
    var isBuffered = true
    var alpha = false
    var color = PhotoHeader.Color.rgb
  }

  @Test(arguments: [
    Measured(fileMB: 3.4, peakMB: 19, isBuffered: false),
    Measured(fileMB: 3.3, peakMB: 49), Measured(fileMB: 4.4, peakMB: 85),
    Measured(fileMB: 5.2, peakMB: 77, color: .cmyk),
    Measured(format: .png, fileMB: 24.6, peakMB: 65),
    Measured(format: .png, fileMB: 23.1, peakMB: 78, alpha: true),
    Measured(format: .webp, fileMB: 1.5, peakMB: 43),
    Measured(format: .webp, fileMB: 19.4, peakMB: 122),
    Measured(format: .heic, fileMB: 3.5, peakMB: 120),
  ])
  func `the estimate is above the measured memory`(_ photo: Measured) {
    var header = PhotoHeader(format: photo.format, width: 4_032, height: 3_024)
    (header.isFullyBuffered, header.hasAlpha) = (photo.isBuffered, photo.alpha)
    header.color = photo.color
    let estimate = Preparation.memory(for: header, bytes: Int(photo.fileMB * 1_000_000))
    #expect(estimate >= photo.peakMB * 1_000_000)
    #expect(estimate <= photo.peakMB * 2_200_000)
  }

  @Test func `three photos of a phone fit into the default limit`() {
    var header = PhotoHeader(format: .jpeg, width: 4_032, height: 3_024)
    (header.isFullyBuffered, header.orientation) = (false, .quarterClockwise)
    let share = Preparation.memory(for: header, bytes: 4_000_000)
    let budget = MemoryBudget()
    for _ in 1...3 { #expect(budget.resize(from: 0, to: share)) }
    #expect(budget.used == 3 * share)
  }

  @Test func `a photo that has to wait for memory is read again`() throws {
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

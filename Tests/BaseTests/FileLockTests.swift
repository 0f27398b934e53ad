import Foundation
import MarketTestSupport
import Testing

@testable import Base

@Suite(.timeLimit(.minutes(60))) struct FileLockTests {
  @Test func `a released lock is free, even if another descriptor of its file is open`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/lock"
    var lock = FileLock(path: path)
    #expect(lock != nil)
    #expect(FileLock(path: path, blocks: false) == nil)

    // As in a child process that does not run its program yet.
    let copy = dup(try #require(descriptor(of: path)))
    defer { close(copy) }
    lock = nil
    #expect(FileLock(path: path, blocks: false) != nil)
  }

  @Test func `shared holders exclude only those that do not share`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/lock"
    let first = FileLock(path: path, isShared: true)
    #expect(first != nil)
    #expect(FileLock(path: path, isShared: true, blocks: false) != nil)
    #expect(FileLock(path: path, blocks: false) == nil)
    withExtendedLifetime(first) {}
  }

  /// The descriptor of this process for the file at `path`.
  private func descriptor(of path: String) -> Int32? {
    var wanted = stat()
    guard stat(path, &wanted) == 0 else { return nil }
    return (0..<65_536).first { number in
      var found = stat()
      return fstat(number, &found) == 0 && found.st_dev == wanted.st_dev
        && found.st_ino == wanted.st_ino
    }
  }
}

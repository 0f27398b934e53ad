import Foundation
import MarketTestSupport
import MarketWire
import Messages
import SellerFiles
import Testing

@testable import Base

@Suite(.timeLimit(.minutes(60))) struct PrivateFileTests {
  @Test func `a value is written with mode 0600 into a new folder of mode 0700`() throws {
    let folder = try TemporaryFolder()
    let file = PrivateFile(path: "\(folder.path)/config/a.json")
    #expect(try file.read() == nil)
    try file.write(.object(["a": .integer(1)]))
    #expect(try file.read() == .object(["a": .integer(1)]))
    #expect(try folder.mode(of: "config/a.json") == 0o600)
    #expect(try folder.mode(of: "config") == 0o700)
  }

  @Test func `replacing a file restricts its mode and leaves no temporary file`() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "a")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: "\(folder.path)/a")
    try PrivateFile(path: "\(folder.path)/a").write(bytes: Array("new".utf8), isDurable: false)
    #expect(folder.text(of: "a") == "new")
    #expect(try folder.mode(of: "a") == 0o600)
    #expect(folder.names == ["a"])
  }

  @Test(arguments: ["dots/target", "dots/missing", "second"])
  func `writing through a symbolic link replaces the file that it names`(name: String) throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    try files.createDirectory(atPath: "\(folder.path)/dots", withIntermediateDirectories: true)
    try folder.write("old", to: "dots/target")
    try files.createSymbolicLink(
      atPath: "\(folder.path)/second", withDestinationPath: "dots/target")
    try files.createSymbolicLink(atPath: "\(folder.path)/a", withDestinationPath: name)
    try PrivateFile(path: "\(folder.path)/a").write(bytes: Array("new".utf8))
    #expect(try files.destinationOfSymbolicLink(atPath: "\(folder.path)/a") == name)
    #expect(folder.text(of: name) == "new")
    #expect(folder.text(of: "dots/target") == (name == "dots/missing" ? "old" : "new"))
  }

  @Test func `a file that must not be a symbolic link is not written through one`() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "b")
    let path = "\(folder.path)/a"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "b")
    #expect(
      throws: FileError(path: path, reason: .unwritable("it is a symbolic link")),
      performing: { try PrivateFile(path: path, mayBeLink: false).write(bytes: []) })
    #expect(folder.text(of: "b") == "old")
  }

  @Test func `invalid JSON is reported as damage`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{", to: "a")
    let path = "\(folder.path)/a"
    #expect(
      throws: FileError(path: path, reason: .damaged("it is not JSON at byte \(1)")),
      performing: { try PrivateFile(path: path).read() })
  }

  @Test func `a folder that cannot be created is reported as unwritable`() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    let file = PrivateFile(path: "\(folder.path)/file/a")
    let error = #expect(throws: FileError.self) { try file.write(bytes: []) }
    guard case .unwritable = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `waiting for the lock ends when the holder releases it`() async throws {
    let folder = try TemporaryFolder()
    let file = PrivateFile(path: "\(folder.path)/a")
    var held = FileLock(path: "\(folder.path)/a.lock")
    #expect(held != nil)
    var attempts = 0
    _ = try await file.acquireLock { _ in
      attempts += 1
      if attempts == 3 { held = nil }
    }
    #expect(attempts == 3)
    #expect(try file.withLock { true })
  }

  @Test func `waiting for the lock ends when the task is cancelled`() async throws {
    let folder = try TemporaryFolder()
    let lock = try #require(FileLock(path: "\(folder.path)/a.lock"))
    defer { withExtendedLifetime(lock) {} }
    await #expect(throws: CancellationError.self) {
      try await PrivateFile(path: "\(folder.path)/a").acquireLock { _ in throw CancellationError() }
    }
  }
}

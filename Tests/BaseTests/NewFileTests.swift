import Foundation
import MarketTestSupport
import Testing

@testable import Base

@Suite(.timeLimit(.minutes(60))) struct NewFileTests {
  private let bytes = Array("new".utf8)

  @Test(arguments: [true, false])
  func `a file is written once, and again only if its bytes differ`(replacing: Bool) throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a"
    #expect(try NewFile.write(bytes, to: path, replacing: replacing) == .written)
    #expect(try NewFile.write(bytes, to: path, replacing: replacing) == .identical)
    #expect(folder.text(of: "a") == "new")
    #expect(folder.names == ["a"])
  }

  @Test func `writers of one file at the same time do not lose each other's bytes`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a"
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for round in 0..<500 {
            let file = try NewFile.Writer(path)
            try file.append(Array("\(writer) \(round)".utf8))
            try file.finish(replacing: true)
            // The end of the writer, after its name is free for another one.
            withExtendedLifetime(file) {}
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(folder.names == ["a"])
  }

  @Test func `another file of the same name is replaced only if asked for`() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "a")
    let path = "\(folder.path)/a"
    #expect(throws: NewFile.WriteError.nameTaken) {
      try NewFile.write(bytes, to: path, replacing: false)
    }
    #expect(folder.text(of: "a") == "old")
    #expect(try NewFile.write(bytes, to: path, replacing: true) == .written)
    #expect(folder.text(of: "a") == "new")
    #expect(folder.names == ["a"])
  }

  @Test func `a missing folder is an error with its errno`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: NewFile.WriteError.failed(ENOENT)) {
      try NewFile.write(bytes, to: "\(folder.path)/none/a", replacing: false)
    }
  }

  @Test func `a folder is created with its parents`() throws {
    let folder = try TemporaryFolder()
    _ = try NewFile.makeFolder("\(folder.path)/a/b")
    _ = try NewFile.makeFolder("\(folder.path)/a/b")
    #expect(try NewFile.write(bytes, to: "\(folder.path)/a/b/c", replacing: false) == .written)
    #expect(throws: NewFile.FolderError.isFile) { try NewFile.makeFolder("\(folder.path)/a/b/c") }
    #expect(throws: NewFile.FolderError.failed) {
      _ = try NewFile.makeFolder("\(folder.path)/a/b/c/d")
    }
  }
}

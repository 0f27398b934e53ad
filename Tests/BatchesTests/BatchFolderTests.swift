import Digest
import Foundation
import Testing

@testable import Batches

/// Photos that are stored as links to their files.
@Suite(.timeLimit(.minutes(5))) struct BatchFolderTests {
  private let root = NSTemporaryDirectory() + "batch-folder-\(UUID().uuidString)"
  private let bytes = (0..<5000).map { UInt8($0 % 251) }

  private var digest: String { Digest.hex(Digest.sha256(bytes)) }

  /// A folder, and the path of a file with the photo.
  private func made() throws -> (BatchFolder, String) {
    let folder = BatchFolder(root: root, salt: "salt")
    try folder.create()
    let file = "\(root)/cup.jpg"
    try Data(bytes).write(to: URL(filePath: file))
    return (folder, file)
  }

  @Test func `a linked photo survives its file, deleted or replaced`() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    let (folder, file) = try made()
    #expect(!folder.has(digest))
    #expect(folder.link(file, digest: digest) && folder.link(file, digest: digest))
    #expect(folder.has(digest))
    try folder.sync()
    // Written beside it and renamed, as most programs save.
    try Data("other".utf8).write(to: URL(filePath: file), options: .atomic)
    #expect(try folder.bytes(of: digest) == bytes)
    try FileManager.default.removeItem(atPath: file)
    #expect(try folder.bytes(of: digest) == bytes)
  }

  @Test func `a linked photo that is written into is damaged`() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    let (folder, file) = try made()
    #expect(folder.link(file, digest: digest))
    let handle = try #require(FileHandle(forUpdatingAtPath: file))
    try handle.write(contentsOf: [9])
    try handle.close()
    #expect(throws: JournalError.damaged(path: folder.path)) { try folder.bytes(of: digest) }
  }

  @Test func `a link to a photo is followed`() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    let (folder, file) = try made()
    let link = "\(root)/today.jpg"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    #expect(folder.link(link, digest: digest))
    try FileManager.default.removeItem(atPath: link)
    #expect(try folder.bytes(of: digest) == bytes)
  }

  @Test func `a photo on another file system is not linked`() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    let (folder, _) = try made()
    // procfs is always another file system.
    #expect(!folder.link("/proc/version", digest: digest))
    #expect(!folder.has(digest))
  }
}

import Digest
import Foundation
import Testing

@testable import Batches

/// Photos of a batch: links to their files, and copies.
@Suite(.timeLimit(.minutes(60))) struct BatchFolderTests {
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
  @Test func `photos are read as they were stored, also by another process`() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    let (writer, reader) = (BatchFolder(root: root, salt: "s"), BatchFolder(root: root, salt: "s"))
    let photos = (0..<20).map { n in [UInt8](repeating: UInt8(n), count: n * 999) }
    for photo in photos {
      let digest = try writer.store(photo)
      #expect(try writer.store(photo) == digest)
      #expect(try reader.bytes(of: digest) == photo)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: writer.path)
    #expect(names.count == 20, "\(names)")
    #expect(throws: JournalError.self) { try reader.bytes(of: digest) }
  }

  @Test func `a deleted folder is not created by a photo that was still being prepared`() throws {
    let folder = BatchFolder(root: root, salt: "deleted")
    #expect(throws: JournalError.self) { try folder.write(bytes, digest: digest) }
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test func `photos that an earlier version stored in one file become files`() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    let folder = BatchFolder(root: root, salt: "old")
    try folder.create()
    let other: [UInt8] = [1, 2, 3]
    let otherDigest = Digest.hex(Digest.sha256(other))
    func packed(_ bytes: [UInt8], _ digest: String) -> Data {
      let size = String(bytes.count, radix: 16)
      return Data((digest + String(repeating: "0", count: 16 - size.count) + size).utf8) + bytes
    }
    // The last photo was half written when the machine stopped.
    let pack =
      packed(bytes, digest) + packed(other, otherDigest) + packed(bytes, digest).prefix(900)
    let path = "\(folder.path)/photos"
    try pack.write(to: URL(filePath: path))
    #expect(try folder.bytes(of: digest) == bytes)
    #expect(try folder.bytes(of: otherDigest) == other)
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}

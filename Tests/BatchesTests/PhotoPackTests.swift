import Digest
import Foundation
import Testing

@testable import Batches

@Suite(.timeLimit(.minutes(5))) struct PhotoPackTests {
  private let path = NSTemporaryDirectory() + "pack-\(UUID().uuidString)"

  private func add(_ bytes: [UInt8], to pack: PhotoPack) throws -> String {
    let digest = Digest.hex(Digest.sha256(bytes))
    try pack.append(bytes[...], digest: digest)
    return digest
  }

  private var size: Int {
    get throws {
      try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
  }

  @Test func `photos are read as they were stored, also by another process`() throws {
    defer { unlink(path) }
    let (writer, reader) = (PhotoPack(path: path), PhotoPack(path: path))
    let photos = (0..<20).map { n in [UInt8](repeating: UInt8(n), count: n * 999) }
    for photo in photos {
      let digest = try add(photo, to: writer)
      #expect(try reader.bytes(of: digest) == photo)
    }
    let before = try size
    _ = try add(photos[3], to: writer)
    _ = try add(photos[7], to: PhotoPack(path: path))
    #expect(try size == before, "the same photo was stored twice")
  }

  @Test func `a photo that was half written when the machine stopped is written again`() throws {
    defer { unlink(path) }
    let whole = try add([1, 2, 3], to: PhotoPack(path: path))
    let start = try size
    let second = [UInt8](repeating: 7, count: 500)
    let digest = try add(second, to: PhotoPack(path: path))
    for length in [start + 1, start + 79, start + 80, start + 300] {
      #expect(truncate(path, off_t(length)) == 0)
      let pack = PhotoPack(path: path)
      #expect(throws: JournalError.damaged(path: path)) { try pack.bytes(of: digest) }
      _ = try add(second, to: pack)
      #expect(try PhotoPack(path: path).bytes(of: digest) == second)
      #expect(try pack.bytes(of: whole) == [1, 2, 3])
    }
  }

  @Test func `a changed photo is damaged, and the others are not`() throws {
    defer { unlink(path) }
    let pack = PhotoPack(path: path)
    let first = try add([1, 2, 3], to: pack)
    let second = try add([4, 5, 6], to: pack)
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.seek(toOffset: 81)
    try file.write(contentsOf: [9])
    try file.close()
    #expect(throws: JournalError.damaged(path: path)) { try pack.bytes(of: first) }
    #expect(try pack.bytes(of: second) == [4, 5, 6])
  }
}

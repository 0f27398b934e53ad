import Foundation
import Photos
import Testing

@Suite(.timeLimit(.minutes(60))) struct PhotoFileTests {
  @Test func `a file is read completely`() throws {
    let path = PhotoFixture.folder.appending(path: "plain.png").path
    #expect(try PhotoFile.read(path) == PhotoFixture.bytes("plain.png"))
  }

  @Test func `each kind of failure has its own error`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "photo-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let missing = folder.appending(path: "none.jpg").path
    #expect(throws: PhotoFileError.missing(path: missing)) { try PhotoFile.read(missing) }
    #expect(throws: PhotoFileError.isFolder(path: folder.path)) {
      try PhotoFile.read(folder.path)
    }
    let pipe = folder.appending(path: "pipe.jpg").path
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(throws: PhotoFileError.notAFile(path: pipe)) { try PhotoFile.read(pipe) }
    let large = folder.appending(path: "large.jpg").path
    try Data(count: 11).write(to: URL(filePath: large))
    #expect(throws: PhotoFileError.tooLarge(path: large, bytes: 11, limit: 10)) {
      try PhotoFile.read(large, limit: 10)
    }
    #expect(try PhotoFile.read(large, limit: 11).count == 11)
  }

  @Test func `an empty file is read but is not a photo`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "photo-\(UUID()).jpg")
    try Data().write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    let bytes = try PhotoFile.read(path.path)
    #expect(throws: PhotoError.notAPhoto(.empty)) { try Preparation.prepare(bytes) }
  }
}

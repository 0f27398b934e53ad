import Foundation

extension TemporaryFolder {
  package func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: file(name)))
  }

  package func text(of name: String) -> String? {
    FileManager.default.contents(atPath: file(name)).map { String(decoding: $0, as: UTF8.self) }
  }

  package var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}

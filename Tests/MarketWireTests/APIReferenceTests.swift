import Foundation
import Testing

@Suite(.timeLimit(.minutes(60))) struct APIReferenceTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..")

  /// The numbers of the sections in the article about the API.
  private func sections() throws -> Set<Substring> {
    let article = try String(
      contentsOf: Self.root.appending(path: "Sources/MarketWire/MarketWire.docc/MarketAPI.md"),
      encoding: .utf8)
    let headings = article.matches(of: #/^##+ (\d(?:\.\d)?)/#.anchorsMatchLineEndings())
    return Set(headings.map(\.1))
  }

  @Test func `every section of the API that a comment cites exists`() throws {
    let sections = try sections()
    let sources = Self.root.appending(path: "Sources").standardizedFileURL
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: #/API (\d(?:\.\d)?(?:(?:, | and )\d(?:\.\d)?)*)/#) {
        for number in match.1.matches(of: #/\d(?:\.\d)?/#).map(\.0) {
          #expect(sections.contains(number), "\(file.lastPathComponent): API \(number)")
          count += 1
        }
      }
    }
    #expect(count > 20)
  }
}

import CurlTransport
import Foundation
import MarketWire
import OpenMarketClient
import Testing

/// The example in the documentation of the client, which the compiler checks here.
private func example() async throws {
  // begin
  let client = OpenMarketClient(
    market: try MarketAddress("http://localhost:8080"), transport: CurlTransport())
  for try await product in client.listings(search: "mug") {
    print(product.id, product.name, product.salePrice?.amount ?? 0)
  }
  // end
}

@Suite(.timeLimit(.minutes(60))) struct LibraryExampleTests {
  @Test(arguments: [
    "README.md", "Sources/OpenMarketClient/OpenMarketClient.docc/OpenMarketClient.md",
  ])
  func `a documented example is the one that compiles`(path: String) throws {
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let code = lines.drop { $0 != "  // begin" }.dropFirst().prefix { $0 != "  // end" }
    let imports = lines.filter { $0.hasPrefix("import") && $0 != "import Testing" }
      .filter { $0 != "import Foundation" }
    let expected = (imports + [""] + code.map { $0.dropFirst(2) }).joined(separator: "\n")

    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let page = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    #expect(page.contains("```swift\n\(expected)\n```"))
  }

  @Test func `each task of the article is one that the newcomer's package does`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    func lines(_ path: String) throws -> [Substring] {
      try String(contentsOf: root.appending(path: path), encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
    }
    let tasks = try lines("Tests/Newcomer/Sources/Newcomer/Tasks.swift")
      .split { $0.contains("// begin") || $0.contains("// end") }
      .map { $0.map { $0.hasPrefix("  ") ? $0.dropFirst(2) : $0 }.joined(separator: "\n") }
    let article = try lines("Sources/OpenMarketClient/OpenMarketClient.docc/Tasks.md")
    var examples: [String] = []
    var rest = article[...]
    while let start = rest.firstIndex(of: "```swift") {
      let code = rest[(start + 1)...].prefix { $0 != "```" }
      examples.append(code.joined(separator: "\n"))
      rest = rest[code.endIndex...]
    }
    #expect(examples.count == 7 && examples.allSatisfy(tasks.contains))
  }
}

import Foundation
import Testing

@testable import CommandLanguage

@Suite struct PathTests {
  private static let patterns: [(String, String, Bool)] = [
    ("*.jpg", "a.jpg", true), ("*.jpg", "a.jpeg", false), ("*.jpg", ".a.jpg", false),
    (".*", ".a", true), ("*", "", true), ("?", "👨‍👩‍👧", true), ("?", "", false), ("a?c", "abc", true),
    ("[abc]*", "bx", true), ("[!abc]*", "bx", false), ("[a-c]", "b", true), ("[a-c]", "d", false),
    ("[]]", "]", true), ("[a", "[a", true), ("a*b*c", "aXbYbZc", true), ("a*b*c", "aXbYbZ", false),
    ("머그*", "머그컵.jpg", true), ("[가-힣]?", "컵1", true), ("**", "ab", true), ("a", "a", true),
    ("a", "A", false), ("[z-a]", "b", true), ("[a-]", "-", true),
  ]

  @Test(arguments: patterns)
  func `names match patterns`(pattern: String, name: String, matches: Bool) {
    #expect(Glob(pattern).matches(name) == matches)
  }

  @Test func `names match in any normalization form and in bounded time`() {
    #expect(Glob("머그*").matches("머그컵".decomposedStringWithCanonicalMapping))
    let nasty = Glob(String(repeating: "a*", count: 50) + "b")
    #expect(!nasty.matches(String(repeating: "a", count: 2000)))
    #expect(!Glob(String(repeating: "[", count: 20_000)).isPattern)
  }

  private func paths(_ line: String, _ variables: Variables = Variables()) throws -> [String] {
    let folders = [
      "": ["a.jpg", "10.jpg", "2.jpg", "note.txt", ".hidden.jpg", "sub", "odd"],
      "sub": ["x.png", "y.png"], "odd": [], "/": ["tmp"], "/home/me": ["b.jpg", "c.jpg"],
      "/tmp": ["t.jpg"],
    ]
    let expansion = PathExpansion(home: "/home/me") { folders[$0] ?? [] }
    let command = try #require(Tokenizer.read(line).commands.first)
    return try variables.words(of: command).flatMap {
      try expansion.paths(FilePath.read($0, in: tuesday))
    }
  }

  private static let expansions: [(String, [String])] = [
    ("*.jpg", ["2.jpg", "10.jpg", "a.jpg"]), ("none.jpg", ["none.jpg"]), ("'*.jpg'", ["*.jpg"]),
    ("\"2\"*", ["2.jpg"]), ("*/?.png", ["sub/x.png", "sub/y.png"]), ("~", ["/home/me"]),
    ("~/b.jpg", ["/home/me/b.jpg"]), ("~/*.jpg", ["/home/me/b.jpg", "/home/me/c.jpg"]),
    ("'~/b'", ["~/b"]), ("~you/b", ["~you/b"]), ("/tmp/*", ["/tmp/t.jpg"]),
    ("/*/t*", ["/tmp/t.jpg"]),
    ("$D/*.png", ["sub/x.png", "sub/y.png"]), ("\\*.jpg", ["*.jpg"]),
    ("sub//*", ["sub/x.png", "sub/y.png"]),
  ]

  @Test(arguments: expansions)
  func `paths are expanded`(line: String, expected: [String]) throws {
    #expect(try paths(line, Variables(["D": "sub"])) == expected)
  }

  @Test(arguments: ["*.gif", "odd/*", "*/*.gif", "none/*"])
  func `a pattern without a match is an error`(line: String) {
    #expect(throws: ValueProblem.noFileMatches(line)) { try paths(line) }
  }
}

import Foundation
import Testing

@testable import CommandLanguage

@Suite(.timeLimit(.minutes(60))) struct PathTests {
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
      "/tmp": ["t.jpg"], "sub/..": ["a.jpg"],
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
    ("sub//*", ["sub/x.png", "sub/y.png"]), ("*/x.png", ["sub/x.png"]),
    ("s*/../a.jpg", ["sub/../a.jpg"]), ("/t*/t.jpg", ["/tmp/t.jpg"]), ("s*/", ["sub/"]),
  ]

  @Test(arguments: expansions)
  func `paths are expanded`(line: String, expected: [String]) throws {
    #expect(try paths(line, Variables(["D": "sub"])) == expected)
  }

  private static let nfc = "머그.jpg"
  private static let nfd = nfc.decomposedStringWithCanonicalMapping

  @Test(arguments: [(nfc, nfd), (nfd, nfc), (nfc, nfc), (nfd, nfd)])
  func `a name in NFC is that of a file in NFD, and the other way round`(
    typed: String, existing: String
  ) throws {
    let folders = ["": ["가게".decomposedStringWithCanonicalMapping], "/사진": [existing]]
    let expansion = PathExpansion(home: "/home") { folders[$0] ?? folders[$0 + "/"] ?? [] }
    func bytes(_ path: String) throws -> [UInt8]? {
      try expansion.paths(FilePath(path)).first.map { Array($0.utf8) }
    }
    #expect(try bytes("/사진/\(typed)") == Array("/사진/\(existing)".utf8))
    #expect(try bytes("가게/머그/") == Array("\("가게".decomposedStringWithCanonicalMapping)/머그/".utf8))
  }

  @Test func `of two names that are equal in NFC the typed one is taken`() throws {
    let expansion = PathExpansion(home: "/home") { _ in [Self.nfc, Self.nfd] }
    for typed in [Self.nfc, Self.nfd] {
      let path = try #require(try expansion.paths(FilePath(typed)).first)
      #expect(path.utf8.elementsEqual(typed.utf8))
    }
  }

  @Test(arguments: [
    ("frnt.jpg", "front.jpg"), ("photos/FRONT.JPG", "photos/front.jpg"),
    ("photos/front.jpeg", "photos/front.jpg"), ("side.jpg", nil), ("none/front.jpg", nil),
    ("2.jpg", nil),
  ])
  func `a name that is nearly right has a nearest file`(path: String, nearest: String?) {
    let folders = [
      "": ["front.jpg", "21.jpg", "22.jpg", ".frnt.jpg", "머그.jpg"], "photos/": ["front.jpg"],
    ]
    let expansion = PathExpansion(home: "/home") { folders[$0] ?? [] }
    #expect(expansion.nearest(to: path) == nearest)
  }

  @Test(arguments: ["*.gif", "odd/*", "*/*.gif", "none/*", "*/none.png"])
  func `a pattern without a match is an error`(line: String) {
    #expect(throws: ValueProblem.noFileMatches(line)) { try paths(line) }
  }
}

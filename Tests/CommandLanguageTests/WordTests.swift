import Foundation
import MarketTestSupport
import Testing

@testable import CommandLanguage

@Suite(.timeLimit(.minutes(60))) struct WordTests {
  private func words(_ text: String, _ variables: Variables) throws -> [Word] {
    try variables.words(of: #require(Tokenizer.read(text).commands.first))
  }

  @Test func `the value of a variable is one word and never an option`() throws {
    let found = try words("a$X \"$X!\" $Y", Variables(["X": "b c", "Y": "--yes"]))
    #expect(found.map(\.text) == ["ab c", "b c!", "--yes"])
    #expect(found.map(\.isQuoted) == [false, true, false])
    #expect(found.map(\.mayBeginOption) == [true, false, false])
  }

  @Test func `names of variables are compared in NFC`() throws {
    let decomposed = "가격".decomposedStringWithCanonicalMapping
    #expect(try words("$\(decomposed)", Variables(["가격": "5"])).map(\.text) == ["5"])
  }

  @Test func `all unknown variables are reported, with a similar name`() throws {
    let error = #expect(throws: UsageError.self) {
      try words("show $SAESON '$B' \"$B\"", Variables(["SEASON": "x"]))
    }
    #expect(
      error?.problems.map(\.code) == [
        .unknownVariable("SAESON", nearest: "SEASON"), .unknownVariable("B", nearest: nil),
      ])
    #expect(error?.problems.map(\.place?.column) == [6, 20])
  }

  @Test func `values of 64 KiB can be used, and no more in one command`() throws {
    let long = Variables(["A": String(repeating: "x", count: 64 << 10), "B": "y"])
    #expect(try words("let C $A", long).map(\.text.utf8.count) == [3, 1, 64 << 10])
    let error = #expect(throws: UsageError.self) { try words("let C $A$B $A", long) }
    #expect(error?.problems.map(\.code) == [.valuesTooLong(64 << 10)])
    #expect(error?.problems.map(\.place?.column) == [9])
  }

  @Test(arguments: [
    ("A", true), ("_", true), ("a1", true), ("가격", true), ("1a", false), ("", false),
    ("a-b", false), ("a b", false), ("$", false),
  ])
  func `names begin with a letter and contain letters, digits and _`(name: String, isName: Bool) {
    #expect(Variables.isName(name) == isName)
  }

  @Test func `an argument of the process is one word without expansion`() {
    let words = Word.words(arguments: ["add", "--name", "Oak; # mug $X", "*.jpg", ""])
    #expect(words.map(\.text) == ["add", "--name", "Oak; # mug $X", "*.jpg", ""])
    #expect(words.map(\.place.column) == [1, 5, 12, 26, 32])
    #expect(words.allSatisfy { !$0.isQuoted })
    #expect(!FilePath(words[3].pieces).isPattern)
  }

  @Test(arguments: [
    ("mug", "mug"), ("머그", "머그"), ("", "\"\""), ("a b", "\"a b\""), ("-5", "-5"),
    ("-x", "\"-x\""), ("–x", "\"–x\""), ("--", "\"--\""),
    ("a\"b", "\"a\\\"b\""), ("$X", "\"\\$X\""), ("a\nb", "\"a\\nb\""), ("#1", "\"#1\""),
    ("*.jpg", "\"*.jpg\""), ("~", "\"~\""), ("a~b#", "a~b#"),
  ])
  func `quoting adds quotes only if they are needed`(text: String, expected: String) {
    #expect(Quoting.quote(text) == expected)
  }

  @Test func `quoted text is read back unchanged`() throws {
    var random = SeededGenerator(seed: 11)
    let alphabet = Array("ab -=;#'\"\\$_{}@*?[~\n\t한é👍\u{301}\u{FEFF}\u{A0}".unicodeScalars)
    for _ in 0..<5_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        text.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
      }
      let whole = String(text)
      let read = try words("x " + Quoting.quote(whole), Variables())
      #expect(read.map { Array($0.text.unicodeScalars) } == [["x"], Array(whole.unicodeScalars)])
    }
  }

  @Test func `the commands of a script have addresses`() {
    let script = Script(name: "autumn.market", text: "list\n\n  show 12; add\n")
    #expect(
      script.map { script.address(of: $0.place) } == [
        "autumn.market:1:1", "autumn.market:3:3", "autumn.market:3:12",
      ])
  }

  @Test func `a script must be UTF-8`() throws {
    let script = try Script(name: "a", data: Data([0xEF, 0xBB, 0xBF] + "목록".utf8))
    #expect(script.map(\.text) == ["목록"])
    #expect(throws: Script.Problem.notUTF8(line: 2)) {
      try Script(name: "a", data: Data("list\n".utf8 + [0xB8, 0xF1]))
    }
    #expect(throws: Script.Problem.otherEncoding("UTF-16")) {
      try Script(name: "a", data: Data([0xFF, 0xFE, 0x6C, 0]))
    }
    #expect(Array(try Script(name: "a", data: Data())).isEmpty)
  }
}

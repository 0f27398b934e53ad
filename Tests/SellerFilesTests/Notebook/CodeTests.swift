import Foundation
import SellerFiles
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(60))) struct CodeTests {
  static let shop = Notebook.Account(market: "http://market.local", shop: "shop")

  @Test func `a code finds its listing, and a listing its code`() throws {
    let notebook = Notebook(path: nil)
    try notebook.assign("MUG-01", to: 12, for: Self.shop)
    try notebook.assign("머그.큰_것", to: 13, for: Self.shop)
    #expect(try notebook.listing(of: "MUG-01", for: Self.shop) == 12)
    #expect(try notebook.code(of: 13, for: Self.shop) == "머그.큰_것")
    #expect(try notebook.listing(of: "mug-01", for: Self.shop) == nil)
    #expect(try notebook.code(of: 14, for: Self.shop) == nil)
    #expect(try notebook.codes(for: Self.shop).map(\.listing) == [12, 13])
  }

  @Test func `composed and decomposed characters are the same code`() throws {
    let notebook = Notebook(path: nil)
    try notebook.assign("머그".decomposedStringWithCanonicalMapping, to: 1, for: Self.shop)
    #expect(try notebook.listing(of: "머그", for: Self.shop) == 1)
    #expect(try notebook.code(of: 1, for: Self.shop).map { Array($0.unicodeScalars).count } == 2)
  }

  @Test func `assigning a code of another listing throws an error with that listing`() throws {
    let notebook = Notebook(path: nil)
    try notebook.assign("MUG", to: 1, for: Self.shop)
    try notebook.assign("CUP", to: 2, for: Self.shop)
    #expect(throws: NotebookError.codeTaken(code: "MUG", listing: 1)) {
      try notebook.assign("MUG", to: 2, for: Self.shop)
    }
    #expect(try notebook.code(of: 2, for: Self.shop) == "CUP", "the previous code is unchanged")
    try notebook.assign("MUG", to: 1, for: Self.shop)
  }

  @Test func `a new code replaces the old one, which becomes free`() throws {
    let notebook = Notebook(path: nil)
    try notebook.assign("OLD", to: 1, for: Self.shop)
    try notebook.assign("NEW", to: 1, for: Self.shop)
    #expect(try notebook.listing(of: "OLD", for: Self.shop) == nil)
    try notebook.assign("OLD", to: 2, for: Self.shop)
    #expect(try notebook.codes(for: Self.shop).map(\.code) == ["NEW", "OLD"])
  }

  @Test func `a removed code is free`() throws {
    let notebook = Notebook(path: nil)
    try notebook.assign("MUG", to: 1, for: Self.shop)
    for _ in 0..<2 { try notebook.removeCode(of: 1, for: Self.shop) }
    try notebook.assign("MUG", to: 9, for: Self.shop)
    #expect(try notebook.listing(of: "MUG", for: Self.shop) == 9)
  }

  @Test func `markets and accounts do not see each other's codes`() throws {
    let notebook = Notebook(path: nil)
    let others = [
      Notebook.Account(market: "http://market.local", shop: "another"),
      Notebook.Account(market: "https://market.example", shop: "shop"),
    ]
    try notebook.assign("MUG", to: 1, for: Self.shop)
    for (offset, other) in others.enumerated() {
      #expect(try notebook.codes(for: other) == [])
      try notebook.assign("MUG", to: 100 + offset, for: other)
      try notebook.removeCode(of: 1, for: other)
    }
    #expect(try notebook.listing(of: "MUG", for: Self.shop) == 1)
  }

  @Test(arguments: ["", "a\0b", "'; DROP TABLE codes; --", "%", "@MUG"])
  func `a malicious code is stored as plain text`(code: String) throws {
    let notebook = Notebook(path: nil)
    try notebook.assign(code, to: 1, for: Self.shop)
    #expect(try notebook.listing(of: code, for: Self.shop) == 1)
  }

  @Test func `a huge code works like any other`() throws {
    let notebook = Notebook(path: nil)
    let code = String(repeating: "ㅋ", count: 100_000)
    try notebook.assign(code, to: 1, for: Self.shop)
    #expect(try notebook.listing(of: code, for: Self.shop) == 1)
    #expect(try notebook.codes(similarTo: code, for: Self.shop).count == 1)
  }

  @Test(arguments: [
    ("MGU", ["MUG", "MG"]), ("mug", ["MUG", "MG"]), ("ＭＵＧ", ["MUG", "MG"]), ("MUUG", ["MUG"]),
    ("MUG-1", ["MUG-12"]), ("머구-1", ["머그-1"]), ("OA", ["OAK-BOWL"]), ("nothing", []), ("", []),
    ("x", []),
  ])
  func `a mistyped code finds similar codes, most similar first`(
    typed: String, meant: [String]
  ) throws {
    let notebook = Notebook(path: nil)
    for (offset, code) in ["MUG", "MUG-12", "MG", "머그-1", "OAK-BOWL", "B"].enumerated() {
      try notebook.assign(code, to: offset + 1, for: Self.shop)
    }
    #expect(try notebook.codes(similarTo: typed, for: Self.shop, limit: 2).map(\.code) == meant)
  }

  @Test func `the description of an account hides the shop`() {
    let account = Notebook.Account(market: "http://m", shop: "5d84307c-secret")
    #expect("\(account)" == "http://m ***")
  }

  @Test func `codes move to another account unless it already has them`() throws {
    let notebook = Notebook(path: nil)
    let new = Notebook.Account(market: "http://market.local", shop: "12")
    let other = Notebook.Account(market: "https://market.example", shop: "shop")
    try notebook.moveAll(from: Self.shop, to: new)
    for (code, listing) in [("MUG", 1), ("CUP", 2), ("JUG", 3)] {
      try notebook.assign(code, to: listing, for: Self.shop)
    }
    try notebook.assign("MUG", to: 7, for: new)
    try notebook.assign("BOWL", to: 2, for: new)
    try notebook.assign("JUG", to: 3, for: other)
    for _ in 1...2 { try notebook.moveAll(from: Self.shop, to: new) }
    #expect(try notebook.codes(for: new).map(\.code) == ["BOWL", "JUG", "MUG"])
    #expect(try notebook.listing(of: "MUG", for: new) == 7)
    #expect(try notebook.codes(for: Self.shop).map(\.code) == ["CUP", "MUG"], "nothing is lost")
    #expect(try notebook.codes(for: other).count == 1)
  }
}

import Foundation
import Testing

@testable import CommandLanguage

@Suite(.timeLimit(.minutes(60))) struct NearMissTests {
  private let names = ["list", "search", "description", "discount", "show", "목록", "검색"]

  @Test(arguments: [
    ("lsit", "list"), ("lis", "list"), ("serach", "search"), ("desc", "description"),
    ("ㅣㅑㄴㅅ", "list"), ("ㄴㄷㅁㄱ초", "search"), ("목룍", "목록"), ("목론", "목록"), ("겁색", "검색"),
    ("ahrfhr", "목록"), ("dis", "discount"), ("SHOW", "show"), ("dec", nil), ("x", nil), ("", nil),
    ("frobnicate", nil), ("di", "discount"), ("d", nil), ("lost", "list"), ("shot", "show"),
  ])
  func `the nearest name is found`(text: String, expected: String?) {
    #expect(NearMiss.nearest(to: text, among: names) == expected)
  }

  @Test func `a short Latin word is near to a Korean name only if all its keys are the same`() {
    for (text, near) in [
      ("to", nil), ("tor", "색"), ("torr", nil), ("새", "색"), ("ahrfgr", "목록"), ("ahr", nil),
    ] {
      #expect(NearMiss.nearest(to: text, among: ["색", "목록", "--yes"]) == near, "\(text)")
    }
  }

  @Test func `equally near names are all returned`() {
    #expect(NearMiss.all(near: "lot", among: ["lat", "lit", "far"]) == ["lat", "lit"])
    #expect(NearMiss.nearest(to: "lot", among: ["lat", "lit"]) == nil)
  }

  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("", "ab", 2), ("ab", "ba", 1), ("abc", "acb", 1),
    ("kitten", "sitting", 3),
    ("ca", "abc", 3), ("same", "same", 0),
  ])
  func `the distance counts edits`(left: String, right: String, expected: Int) {
    #expect(NearMiss.distance(Array(left), Array(right)) == expected)
    #expect(NearMiss.distance(Array(right), Array(left)) == expected)
  }

  @Test(arguments: [
    ("ㅣㅑㄴㅅ", "list"), ("ㅁㅇㅇ", "add"), ("ㄷ얏", "edit"), ("ㄱ드ㅐㅍㄷ", "remove"), ("ㅗ디ㅔ", "help"),
    ("ㅂㅕㅑㅅ", "quit"), ("List", "list"), ("값", "rkqt"), ("황", "ghkd"), ("ㄳㅘ", "rthk"), ("ㄲㅃ", "rq"),
    ("목록", "ahrfhr"), ("12-", "12-"),
  ])
  func `Hangul is converted to the pressed keys`(text: String, keys: String) {
    #expect(Dubeolsik.keys(text) == keys)
    #expect(Dubeolsik.keys(text.decomposedStringWithCanonicalMapping) == keys)
  }

  @Test func `a huge word has no similar names`() {
    #expect(NearMiss.all(near: String(repeating: "l", count: 1_000_000), among: names).isEmpty)
  }
}

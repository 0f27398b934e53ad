import Foundation
import MarketWire
import SellerFiles
import Testing

@Suite(.timeLimit(.minutes(60))) struct ListingNoteTests {
  static let shop = Notebook.Account(market: "http://market.local", shop: "number 1")
  static let other = Notebook.Account(market: "http://market.local", shop: "number 2")

  private static func date(_ minutes: Int64) -> WireDate {
    WireDate(milliseconds: 1_795_273_445_000 + minutes * 60_000)
  }

  @Test func `a star keeps its first date and is gone without a trace when it is removed`() throws {
    let notebook = Notebook(path: nil)
    try notebook.star(12, named: "머그", at: Self.date(0), for: Self.shop)
    try notebook.star(12, named: "Mug", at: Self.date(5), for: Self.shop)
    let entry = try #require(try notebook.entries(for: Self.shop)[12])
    #expect(entry.starred == Self.date(0))
    #expect(entry.name == "Mug")
    #expect(try notebook.entries(for: Self.other).isEmpty)
    for _ in 0..<2 { try notebook.unstar(12, for: Self.shop) }
    #expect(try notebook.entries(for: Self.shop).isEmpty)
  }

  @Test func `notes are in order, their ratings have a mean, and doubles are not added`() throws {
    let notebook = Notebook(path: nil)
    let notes = [
      Notebook.Note(written: Self.date(2), text: "second", rating: 4),
      Notebook.Note(written: Self.date(1), text: "first", rating: 5),
      Notebook.Note(written: Self.date(3), text: "third"),
      Notebook.Note(written: Self.date(4), text: "", rating: 4),
    ]
    for note in notes { #expect(try notebook.add(note, to: 1, named: "Mug", for: Self.shop)) }
    for note in notes {
      #expect(try notebook.add(note, to: 1, named: "Mug", for: Self.shop) == false)
    }
    let entry = try #require(try notebook.entries(for: Self.shop)[1])
    #expect(entry.notes.map(\.text) == ["first", "second", "third", ""])
    #expect(entry.rating == 4.3)
    #expect(try notebook.removeNote(2, of: 1, for: Self.shop)?.text == "second")
    #expect(try notebook.removeNote(4, of: 1, for: Self.shop) == nil)
    #expect(try notebook.entries(for: Self.shop)[1]?.rating == 4.5)
  }

  @Test func `a removed listing stays as gone, and comes back under another id`() throws {
    let notebook = Notebook(path: nil)
    try notebook.star(1, named: "Mug", at: Self.date(0), for: Self.shop)
    let note = Notebook.Note(written: Self.date(1), text: "repack", rating: 3)
    try notebook.add(note, to: 1, named: "Mug", for: Self.shop)
    try notebook.record(existing: [7: "other"], gone: [1, 8], at: Self.date(2), for: Self.shop)
    #expect(try notebook.entries(for: Self.shop)[1]?.gone == Self.date(2))
    #expect(try notebook.entries(for: Self.shop).count == 1, "others are not kept")
    try notebook.add(
      Notebook.Note(written: Self.date(3), text: ""), to: 1, named: "Mug", for: Self.shop)
    #expect(try notebook.removeNote(2, of: 1, for: Self.shop)?.text == "")
    #expect(try notebook.entries(for: Self.shop)[1]?.gone == Self.date(2), "a note is no proof")
    try notebook.record(existing: [1: "Mug"], gone: [], at: Self.date(4), for: Self.shop)
    #expect(try notebook.entries(for: Self.shop)[1]?.gone == nil)
    try notebook.record(existing: [:], gone: [1], at: Self.date(5), for: Self.shop)
    try notebook.moveEntry(of: 1, to: 9, named: "Mug 2", for: Self.shop)
    let entries = try notebook.entries(for: Self.shop)
    #expect(entries[1] == nil)
    #expect(entries[9]?.gone == nil)
    #expect(entries[9]?.starred == Self.date(0))
    #expect(entries[9]?.notes == [note])
    #expect(entries[9]?.name == "Mug 2")
  }

  @Test func `fifty searches are kept, each once, the newest first`() throws {
    let notebook = Notebook(path: nil)
    for number in 0..<60 {
      let search = Notebook.Search(words: "word \(number)", date: Self.date(Int64(number)))
      try notebook.record(search, for: Self.shop)
    }
    try notebook.record(Notebook.Search(words: "word 20", date: Self.date(100)), for: Self.shop)
    let words = try notebook.searches(for: Self.shop).map(\.words)
    #expect(words.count == 50)
    #expect(words.prefix(2) == ["word 20", "word 59"])
    #expect(try notebook.removeSearches(for: Self.shop) == 50)
    #expect(try notebook.removeSearches(for: Self.shop) == 0)
  }

  @Test func `everything moves to another account, and can be deleted`() throws {
    let notebook = Notebook(path: nil)
    try notebook.star(1, named: "Mug", at: Self.date(0), for: Self.shop)
    try notebook.record(Notebook.Search(words: "mug", date: Self.date(0)), for: Self.shop)
    try notebook.record(
      seen: [ListingSnapshot(id: 1, price: nil, stock: 1)], revision: 3, at: Self.date(0),
      for: Self.shop)
    try notebook.assign("MUG", to: 1, for: Self.shop)
    try notebook.moveAll(from: Self.shop, to: Self.other)
    #expect(try notebook.contents(of: Self.shop).isEmpty)
    let contents = try notebook.contents(of: Self.other)
    #expect(contents.codes == 1)
    #expect(contents.stars == 1)
    #expect(contents.searches == 1)
    #expect(contents.seen == 1)
    #expect(try notebook.visit(at: Self.date(1), for: Self.other)?.number == 1)
    try notebook.removeAll(of: Self.other)
    #expect(try notebook.contents(of: Self.other).isEmpty)
  }
}

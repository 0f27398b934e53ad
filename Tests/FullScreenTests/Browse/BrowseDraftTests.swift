import MarketRender
import MarketTestSupport
import MarketWire
import Messages
import SellerSession
import TerminalKit
import Testing

@testable import FullScreen

/// Drafts, notes, and coming back.
@Suite(.timeLimit(.minutes(60))) struct BrowseDraftTests {
  static let drafts = [
    BrowseDraft(
      name: "oak-mug", listing: nil, title: "Oak mug", price: "12000", photoCount: 2,
      time: Message(count: 2, one: "1 minute ago", other: "\(2) minutes ago")),
    BrowseDraft(
      name: "edit-995", listing: 995, title: "달항아리 995", price: nil, photoCount: 0,
      time: "yesterday"),
    BrowseDraft(
      name: "draft", listing: nil, title: nil, price: nil, photoCount: 0,
      time: Message(count: 2, one: "1 week ago", other: "\(2) weeks ago")),
  ]

  private func ready() -> BrowseSample {
    var sample = BrowseSample()
    sample.answerAll()
    return sample
  }

  private func inDrafts() -> BrowseSample {
    var sample = ready()
    sample.type("4")
    sample.handle(.drafts(.success(Self.drafts)))
    return sample
  }

  @Test func `the drafts are loaded once, and a key continues one`() {
    var sample = inDrafts()
    #expect(sample.draftLoads == 1)
    #expect(sample.text[1].contains("Oak mug") && sample.text[1].contains("2 photos"))
    sample.press(Key(.enter))
    #expect(sample.end == .form(.add(draft: "oak-mug")))
    sample = inDrafts()
    sample.type("je")
    #expect(sample.end == .form(.edit(995)))
    sample = inDrafts()
    sample.press(Key(.end))
    sample.handle(.input(.mouse(MouseEvent(.press, row: 3, column: 9))))
    #expect(sample.end == .form(.add(draft: "draft")))
  }

  @Test func `keys that come before the drafts act on them, in their order`() {
    var sample = BrowseSample()
    sample.type("j4j")
    sample.press(Key(.enter))
    sample.type("s")
    sample.answerAll()
    #expect(sample.end == nil && sample.draftLoads == 1)
    sample.handle(.drafts(.success(Self.drafts)))
    #expect(sample.end == .form(.edit(995)))
    #expect(sample.model.early == [.text("s")])
    var failing = BrowseSample()
    failing.type("4x1")
    failing.handle(.drafts(.failure(WindowFailure("the draft is damaged"))))
    #expect(failing.model.question == nil && failing.model.tab == .all)
  }

  @Test func `a draft is deleted after a question`() {
    var sample = inDrafts()
    sample.type("x")
    #expect(sample.text.last?.hasPrefix("Delete the draft oak-mug?") == true)
    sample.type("nxy")
    #expect(sample.actions == [.removeDraft("oak-mug")])
    sample.finish("Deleted the draft oak-mug.")
    #expect(sample.draftLoads == 2)
    sample.handle(.drafts(.success([])))
    #expect(sample.text[1].hasPrefix("No drafts."))
    sample.press(Key(.enter), .text("x"), .text("e"), .text("/"), .text("g"), .text(" "))
    #expect(sample.end == nil && sample.model.question == nil && sample.model.layout == .table)
    sample.type("1")
    sample.answerAll()
    #expect(sample.model.list.row?.product.id == 1000)
  }

  @Test func `drafts that cannot be read are named`() {
    var sample = ready()
    sample.type("4")
    sample.handle(.drafts(.failure(WindowFailure("the draft is damaged"))))
    #expect(sample.text.last == "the draft is damaged")
  }

  @Test func `a note is typed in the last line`() {
    var sample = ready()
    sample.type("jnask for blue")
    sample.press(Key(.backspace))
    #expect(sample.text.last == "note on 999: ask for blu")
    #expect(!sample.screen.frame.isCursorHidden)
    sample.press(Key(.enter))
    #expect(sample.actions == [.note(999, "ask for blu")])
    sample.finish("Saved the note on listing 999.")
    sample.type("n")
    sample.press(Key(.escape))
    sample.type("n")
    sample.press(Key(.enter))
    #expect(sample.actions.count == 1 && sample.model.typedNote == nil)
  }

  @Test func `the window comes back to the same tab, row, sort, filter and marks`() {
    var sample = ready()
    sample.type("s2")
    sample.answerAll()
    sample.type("s/1")
    sample.answerAll()
    sample.press(Key(.enter))
    sample.type("d jjjjjjjjjjjjjjjj")
    sample.answerAll()
    let before = sample.text
    var next = BrowseSample()
    next.requests = []
    next.resume(sample.model.place)
    #expect(next.text[1...] == before[1...], "the rows are there at once")
    next.answerAll()
    #expect(next.text == before)
    #expect(next.model.list.row?.product.id == sample.model.list.row?.product.id)
    next.type("1")
    next.answerAll()
    #expect(next.model.list.query.sort == sample.model.lists[.all]?.query.sort)
  }
}

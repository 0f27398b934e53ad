import MarketRender
import MarketTestSupport
import Messages
import SellerSession
import TerminalKit
import Testing

@testable import FullScreen

/// Removals, stars and undo.
@Suite(.timeLimit(.minutes(60))) struct BrowseChangeTests {
  private func ready() -> BrowseSample {
    var sample = BrowseSample()
    sample.answerAll()
    return sample
  }

  @Test func `one listing is removed after a question, which any other key declines`() {
    var sample = ready()
    sample.type("x")
    #expect(
      sample.text.last
        == "Remove listing 1000? y removes, any other key does not · 참나무 머그컵 1000")
    sample.type("n")
    #expect(sample.actions == [] && sample.text.last == "Nothing was changed.")
    sample.type(" kxy")
    #expect(sample.actions == [.remove([1000])])
    sample.products.removeFirst()
    sample.finish("Removed listing 1000.")
    sample.answerAll()
    #expect(sample.model.marked == [] && sample.model.list.count == 249)
  }

  @Test func `a listing of another shop is not asked about`() {
    var sample = ready()
    sample.type("jx")
    #expect(
      sample.text.last == "Listing 999 belongs to another shop; only yours can be changed.")
    sample.type("ye")
    #expect(sample.actions == [] && sample.end == nil)
    sample.type(" e")
    #expect(sample.end == nil, "the marked listing is the target")
  }

  @Test func `several listings are removed in the window, ten or more at the prompt`() {
    var sample = ready()
    sample.type("  x")
    #expect(sample.text.last?.contains("Remove 2 listings?") == true)
    sample.type("y")
    #expect(sample.actions == [.remove([1000, 999])] && sample.end == nil)
    var many = ready()
    many.type("          x")
    #expect(many.end == .prompt("remove 1000 999 998 997 996 995 994 993 992 991"))
  }

  @Test func `several listings of the own shop are edited in the sheet`() {
    var sample = ready()
    sample.type("2")
    sample.answerAll()
    sample.type("  e")
    #expect(sample.end == .sheet && sample.model.place.marked.count == 2)
    var other = ready()
    other.type("2")
    other.answerAll()
    other.type("i")
    #expect(other.end == .sheet)
  }

  @Test func `a single change is undone after a question that names it`() {
    var sample = ready()
    sample.type("u")
    #expect(sample.model.question == nil && sample.undoSearches == 1)
    sample.handle(.undoable(.success(BrowseUndo(batch: 3, title: "remove 5 (2 minutes ago)"))))
    #expect(
      sample.text.last == "Undo remove 5 (2 minutes ago)? y undoes it, any other key does not")
    sample.type("y")
    #expect(sample.actions == [.undo(BrowseUndo(batch: 3, title: "remove 5 (2 minutes ago)"))])
  }

  @Test func `any other undo is left to the prompt`() {
    var sample = ready()
    sample.type("u")
    sample.handle(.undoable(.success(nil)))
    #expect(sample.end == .prompt("undo"))
  }

  @Test func `a question about undo does not interrupt anything else`() {
    var sample = ready()
    sample.type("u/")
    sample.handle(.undoable(.success(BrowseUndo(batch: 3, title: "remove 5"))))
    sample.type("y")
    #expect(sample.model.typedSearch == "y" && sample.actions == [])
  }

  @Test func `marks stay when an action fails`() {
    var sample = ready()
    sample.type(" *")
    sample.finish(failing: "The market cannot be reached")
    sample.answerAll()
    #expect(sample.model.marked == [1000])
    #expect(sample.text.last == "The market cannot be reached")
    sample.type("*")
    sample.finish("Starred 1 listing.")
    #expect(sample.model.marked == [])
  }

  @Test func `a running change is shown, and no other one is begun`() {
    var sample = ready()
    sample.type("xy")
    #expect(sample.text.last == "Removing listing 1000 …")
    sample.type("jxy*u")
    #expect(sample.text.last == "Removing listing 1000 …")
    #expect(sample.actions == [.remove([1000])] && sample.undoSearches == 0)
    sample.finish("Removed listing 1000.")
    #expect(sample.text.last == "Removed listing 1000.")
  }

  @Test func `the removed listing is not asked for again`() {
    var sample = ready()
    sample.press(Key(.enter))
    sample.answerAll()
    sample.type("xy")
    sample.products.removeFirst()
    sample.finish("Removed listing 1000. u brings it back.")
    #expect(sample.details == [])
    sample.answerAll()
    #expect(sample.model.detail?.id == 999)
    #expect(sample.text.last == "Removed listing 1000. u brings it back.")
  }

  @Test func `a listing is never shown with the text of another`() {
    var sample = ready()
    sample.press(Key(.enter))
    sample.answerAll()
    sample.type("rj")
    #expect(sample.text.contains { $0.contains("999") })
    #expect(!sample.text.contains { $0.contains("Made of clay from the river, no. 1000.") })
  }
}

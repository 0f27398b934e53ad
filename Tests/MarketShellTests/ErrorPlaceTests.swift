import CommandLanguage
import ListingChanges
import MarketWire
import Messages
import OpenMarketClient
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct ErrorPlaceTests {
  private func columns(_ error: any Error, in line: String) -> [Int] {
    let words = Word.words(arguments: line.split(separator: " ").map(String.init))
    let text = ErrorLayout(error, market: nil, words: words) { "\($0?.column ?? 1)" }
    return text.sentences.compactMap { $0.place.flatMap(Int.init) }
  }

  @Test(
    arguments: [
      (SellerError.noSuchCode("MGU", nearest: "MUG"), "show @MGU", 6),
      (.notYours(id: 12, name: "Mug", seller: nil, market: "home"), "edit --price 12 12", 17),
      (.notYours(id: 12, name: "Mug", seller: nil, market: "home"), "edit @MUG --stock 1", 1),
      (.file(path: "~/a.txt", reason: "gone"), "add --description-file ~/a.txt", 24),
      (.file(path: "~/a.txt", reason: "gone"), "add --description-file=~/a.txt", 5),
      (.noSuchMarket("hom", nearest: "home"), "list --market hom", 15),
      (.codeTaken("MUG", id: 3), "add --code @MUG", 12),
      (.emptyRange(12...20), "remove 12..20 --yes", 8),
      (.onlyAtPrompt("@last"), "show @last", 6), (.noCurrency, "add --price 3", 1),
      (.secretInAddress, "use http://me:hush@far.test", 1),
    ] as [(SellerError, String, Int)])
  func `an error points to its word`(_ error: SellerError, _ line: String, _ column: Int) {
    #expect(columns(error, in: line) == [column])
  }

  @Test func `each error of a listing points to its own word`() {
    let faults: [ListingFault] = [
      .limit(LimitViolation("name", .length(3...100), found: "2"), of: nil),
      .limit(LimitViolation("discounted_price", .zeroOrMore, found: "-1"), of: nil),
      .photo(PhotoFault(path: "b.jpg", reason: "it is a folder")), .rule("no", at: "x"),
    ]
    let line = "add --name Mu --discount=-1 --image a.jpg b.jpg"
    #expect(columns(InvalidListing(faults), in: line) == [5, 15, 43, 1])
  }

  @Test func `an unknown listing is pointed to`() {
    let error = ClientError(.notFound, operation: .show, listing: 12)
    #expect(columns(error, in: "show 12") == [6])
    #expect(columns(error, in: "edit 10..14 --stock 1") == [1])
  }
}

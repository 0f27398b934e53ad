import Base
import Batches
import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import MarketShell
@testable import SellerSession

/// What `undo` takes back, and what it leaves alone.
@Suite(.timeLimit(.minutes(60))) struct UndoTests {
  private let world: TestWorld

  init() throws { world = try TestWorld() }

  private static let add =
    "add --price 1000 --description 'Turned from one piece.' --image a.jpg --name"

  private func ids() async -> [Int] {
    await world.run("list", "--mine", "--format", "ids").output.split(separator: "\n")
      .compactMap { Int($0) }
  }

  @Test func `undo goes on to an add whose listing came back under a new id`() async throws {
    let first = try await world.add("Oak mug", price: "1000")
    let id = try await world.add("Ash mug", price: "1000")
    #expect(await world.run("remove", "\(id)", "--yes").exitCode == 0)
    #expect(await world.run("undo", "--yes").exitCode == 0)
    #expect(await ids().count == 2)
    let second = await world.run("undo", "--yes")
    #expect(second.exitCode == 0, "\(second)")
    #expect(await ids() == [first], "\(second)")
  }

  @Test(arguments: [["undo", "--yes"], ["edit", "@OAK", "--code", "ELM"]])
  func `codes that cannot be read are not taken for codes that are gone`(
    _ command: [String]
  ) async throws {
    let id = try await world.add("Oak mug", price: "1000", "--code", "OAK")
    let notebook = "\(world.paths.state)/notebook.sqlite"
    try await world.overwrite(notebook, Data("not a notebook".utf8))
    let result = await world.run(command)
    #expect(result.ends(with: 1, saying: "notebook"), "\(result)")
    #expect(!result.error.contains("was changed since"), "\(result)")
    #expect(await ids() == [id])
  }

  @Test func `undo passes over an added listing that is gone`() async throws {
    let id = try await world.add("Oak mug", price: "1000")
    #expect(await world.run("edit", "\(id)", "--price", "2000").exitCode == 0)
    let gone = try await world.add("Ash mug", price: "1000")
    try world.removeElsewhere(gone)
    let result = await world.run("undo", "--yes")
    #expect(result.exitCode == 0, "\(result)")
    #expect(try await world.listing(id).price?.amount == 1000, "\(result)")
  }

  @Test func `what one file added and removed does not hide the change before`() async throws {
    let id = try await world.add("Oak mug", price: "1000")
    #expect(await world.run("edit", "\(id)", "--price", "2000").exitCode == 0)
    try world.write("both.market", "\(Self.add) 'Ash mug' --code A-1\nremove @A-1\n")
    #expect(await world.run("run", "both.market", "--yes").exitCode == 0)
    let result = await world.run("undo", "--yes")
    #expect(result.exitCode == 0, "\(result)")
    #expect(try await world.listing(id).price?.amount == 1000, "\(result)")
  }

  @Test func `a removal that cannot be undone does not hide the change before`() async throws {
    let (id, gone) = (
      try await world.add("Oak mug", price: "1000"), try await world.add("Ash mug", price: "1000")
    )
    #expect(await world.run("edit", "\(id)", "--price", "2000").exitCode == 0)
    #expect(await world.run("remove", "\(gone)", "--yes", "--no-keep").exitCode == 0)
    let result = await world.ask("undo", typing: ["y"])
    let shown = result.output + result.error
    #expect(shown.contains("no photos of \(gone) Ash mug were kept"), "\(shown)")
    #expect(shown.contains("Undo `edit \(id) --price 2000` ("), "\(shown)")
    #expect(try await world.listing(id).price?.amount == 1000, "\(shown)")
  }

  @Test func `show of a removed listing that came back names its new id`() async throws {
    let id = try await world.add("Oak mug", price: "1000")
    #expect(await world.run("remove", "\(id)", "--yes").exitCode == 0)
    #expect(await world.run("undo", "--yes").exitCode == 0)
    let new = try #require(await ids().first)
    let result = await world.run("show", "\(id)")
    #expect(result.ends(with: 3, saying: "it came back as listing \(new)"))
    #expect(result.error.contains("show \(new)"), "\(result)")
    for command in [["note", "\(id)", "hello"], ["photo", "\(id)"], ["open", "\(id)", "1"]] {
      let other = await world.run(command)
      #expect(other.error.contains("it came back as listing \(new)"), "\(other)")
    }
    // Its changes under the old id are still its own.
    #expect(
      await world.run("log", "\(new)", "--fields", "listing").output == "\(new)\n\(id)\n\(id)\n")
    let undone = await world.run("undo", "\(new)", "--yes")
    #expect(undone.exitCode == 0, "\(undone)")
    #expect(await ids().isEmpty)
  }

  @Test func `a listing that does not exist is neither moved nor noted`() async throws {
    let id = try await world.add("Oak mug", price: "1000")
    #expect(await world.run("remove", "\(id)", "--yes").exitCode == 0)
    #expect(await world.run("undo", "--yes").exitCode == 0)
    let new = try #require(await ids().first)
    #expect(await world.run("remove", "\(new)", "--yes").exitCode == 0)
    let shown = await world.run("show", "\(id)")
    #expect(shown.exitCode == 3 && !shown.error.contains("came back"), "\(shown)")
    let note = await world.run("note", "9999")
    #expect(note.ends(with: 3, saying: "9999"))
    #expect(!(note.output + note.error).contains("note 9999"), "\(note)")
  }

  @Test(arguments: ["undo", "redo"])
  func `a part that was taken back has the way back of the whole`(_ command: String) async throws {
    try world.write(
      "all.market", ["A1", "B2", "C3"].map { "\(Self.add) 'Mug \($0)'" }.joined(separator: "\n"))
    #expect(await world.run("run", "all.market", "--yes").exitCode == 0)
    if command == "redo" { #expect(await world.run("undo", "--yes").exitCode == 0) }
    let world = world
    let writes = Counter()
    world.spy.afterResponse { [weak world] request in
      if request.method != .get, writes.next() == 2 { world?.interrupt() }
    }
    let result = await world.run([command, "--yes"], on: FakeTerminal())
    #expect(result.exitCode == 130, "\(result)")
    let said = result.output + result.error
    #expect(said.contains(command == "undo" ? ": market redo" : ": market undo"), "\(said)")
  }

  @Test(arguments: [false, true])
  func `a code that a change took from another listing goes back to it`(_ adds: Bool)
    async throws
  {
    let old = try await world.add("Oak mug", price: "1000", "--code", "M")
    var id = try await world.add("Ash mug", price: "1000", "--code", "N")
    if adds {
      id = try await world.add("Elm mug", price: "1000", "--code", "M", "--allow", "move-code")
    } else {
      let edit = await world.run("edit", "\(id)", "--code", "M", "--allow", "move-code")
      #expect(edit.exitCode == 0, "\(edit)")
    }
    func code(_ code: String) async -> String {
      await world.run("show", "@\(code)", "--fields", "id").output
    }
    #expect(await code("M") == "\(id)\n")
    let undone = await world.run("undo", "--yes")
    #expect(undone.exitCode == 0, "\(undone)")
    #expect(await code("M") == "\(old)\n", "\(undone)")
    if !adds { #expect(await code("N") == "\(id)\n") }
    let redone = await world.run("redo", "--yes")
    #expect(redone.exitCode == 0, "\(redone)")
    #expect(await code("M") != "\(old)\n", "\(redone)")
    #expect(await world.run("undo", "--yes").exitCode == 0)
    #expect(await code("M") == "\(old)\n")
  }

  @Test func `codes count as fields: a later code is a conflict`() async throws {
    let id = try await world.add("Oak mug", price: "1000")
    #expect(await world.run("edit", "\(id)", "--code", "A").exitCode == 0)
    #expect(await world.run("edit", "\(id)", "--code", "B").exitCode == 0)
    let result = await world.run("undo", "batch", "2", "--yes")
    #expect(result.exitCode == 6, "\(result)")
    #expect(result.error.contains("\(id) Oak mug was changed since: code @A → @B"), "\(result)")
    #expect(await world.run("show", "@B", "--fields", "id").output == "\(id)\n")
  }

  @Test func `a code that another listing has now is not taken away from it`() async throws {
    let id = try await world.add("Oak mug", price: "1000", "--code", "A")
    #expect(await world.run("edit", "\(id)", "--code", "B").exitCode == 0)
    let other = try await world.add("Ash mug", price: "1000", "--code", "A")
    let result = await world.run("undo", "\(id)", "--yes")
    #expect(result.ends(with: 6, saying: "@A is the code of listing \(other) now"))
  }

  @Test func `undo batch ends with 6 if changes are left, and shows the others`() async throws {
    try world.write("many.market", (1...4).map { "\(Self.add) 'Mug \($0)'\n" }.joined())
    #expect(await world.run("run", "many.market").exitCode == 0)
    let ids = await ids().sorted()
    #expect(await world.run("edit", "--mine", "--stock", "7", "--yes").exitCode == 0)
    world.changeElsewhere(ids[1], ListingFields(stock: 9))
    let result = await world.run("undo", "batch", "2", "--yes")
    #expect(result.ends(with: 6, saying: "\(ids[1]) Mug 2 was changed since: stock 7 → 9"))
    #expect(result.error.contains("1 change was not undone"), "\(result)")
    #expect(result.output.split(separator: "\n").count == 3, "\(result)")
    #expect(try await world.listing(ids[0]).stock == 0)
    #expect(try await world.listing(ids[1]).stock == 9)
  }

  @Test func `a file that was interrupted and undone can be run again`() async throws {
    try world.write("many.market", (1...3).map { "\(Self.add) 'Mug \($0)'\n" }.joined())
    world.spy.answer(.failed) { $0.method == .post && $0.says("Mug 2") }
    #expect(await world.run("run", "many.market").error.contains("1 done, 1 failed, 1 left"))
    world.spy.intercept(nil)
    #expect(await world.run("undo", "--yes").exitCode == 0)
    #expect(try world.service.listingCount == 0)
    #expect(await world.run("batches").output.contains("given up"))
    let resumed = await world.run("resume", "1")
    #expect(resumed.ends(with: 6, saying: "batch 1 was given up: "))
    let again = await world.run("run", "many.market")
    #expect(again.exitCode == 0, "\(again)")
    #expect(try world.service.listingCount == 3)
  }

  @Test func `undo --dry-run names what others have changed`() async throws {
    let id = try await world.add("Oak mug", price: "1000")
    #expect(await world.run("edit", "\(id)", "--stock", "7").exitCode == 0)
    let fine = await world.run("undo", "--dry-run")
    #expect(fine.exitCode == 0 && fine.error.contains("stock 7 → 5"), "\(fine)")
    #expect(!fine.error.contains("undo: "), "\(fine)")
    world.changeElsewhere(id, ListingFields(stock: 9))
    let result = await world.run("undo", "--dry-run")
    #expect(result.ends(with: 6, saying: "\(id) Oak mug was changed since: stock 7 → 9"))
  }

  @Test func `undo asks on a terminal whether to change a changed listing`() async throws {
    let id = try await world.add("Oak mug", price: "1000")
    #expect(await world.run("edit", "\(id)", "--stock", "7").exitCode == 0)
    world.changeElsewhere(id, ListingFields(stock: 9))
    let no = await world.ask("undo", typing: ["n"])
    #expect((no.output + no.error).contains("Undo this change nevertheless?"), "\(no)")
    #expect(no.exitCode == 6)
    #expect(try await world.listing(id).stock == 9)
    let yes = await world.ask("undo", typing: ["y", "y"])
    #expect(yes.exitCode == 0, "\(yes)")
    #expect(try await world.listing(id).stock == 5)
  }

  @Test func `undo says what it does, and asks about changes of other shells only`() async throws {
    let id = try await world.add("Oak mug", price: "1000")
    let own = await world.prompt("edit \(id) --stock 7", "undo", "quit")
    #expect(!(own.output + own.error).contains("Undo `edit"), "\(own)")
    #expect(try await world.listing(id).stock == 5)
    #expect(await world.run("edit", "\(id)", "--stock", "8").exitCode == 0)
    let other = await world.prompt("undo", "y", "quit")
    let shown = other.output + other.error
    #expect(shown.contains("Undo `edit \(id) --stock 8` ("), "\(shown)")
    #expect(shown.contains("\(id) Oak mug: stock 8 → 5"), "\(shown)")
    #expect(try await world.listing(id).stock == 5)
    let unconfirmed = await world.run("redo")
    #expect(unconfirmed.exitCode == 2 && unconfirmed.error.contains("--yes"), "\(unconfirmed)")
    let line = "`edit \(id) --stock 8` ("
    #expect(unconfirmed.error.contains("Redo \(line)"), "\(unconfirmed)")
    let dry = await world.run("redo", "--dry-run")
    #expect(dry.error.contains("This would redo \(line)"), "\(dry)")
    #expect(await world.run("redo", "--yes").exitCode == 0)
    let log = await world.run(["log", "\(id)"], on: FakeTerminal(columns: 140)).output
    #expect(log.contains("redone by 6"), "\(log)")
  }

  @Test func `each change at the prompt says how to take it back`() async throws {
    let ids = [try await world.add("Oak mug"), try await world.add("Ash mug")]
    let changed = await world.prompt("edit \(ids[0])..\(ids[1]) --stock 7", "y", "quit")
    #expect("\(changed)".contains("Take it back: undo"), "\(changed)")
    let removed = await world.prompt("remove \(ids[0])", "y", "quit")
    let words = "Take it back: undo (it comes back under a new id)"
    #expect("\(removed)".contains(words), "\(removed)")
    let undone = await world.prompt("undo", "y", "quit")
    #expect("\(undone)".contains("Take it back: redo"), "\(undone)")
  }

  @Test func `the way back of several removals is about all of them`() async throws {
    let world = self.world
    let ids = [try await world.add("Oak mug"), try await world.add("Ash mug")]
    let removed = await world.prompt("remove \(ids[0])..\(ids[1])", "y", "quit")
    #expect("\(removed)".contains("undo (they come back under new ids)"), "\(removed)")
  }

  @Test func `undo skips undos and what they undid, redo makes the last one again`() async throws {
    let id = try await world.add("Oak mug", price: "1000")
    for stock in ["6", "7", "8"] {
      #expect(await world.run("edit", "\(id)", "--stock", stock).exitCode == 0)
    }
    func undo() async throws -> Int? {
      #expect(await world.run("undo", "--yes").exitCode == 0)
      return try await world.listing(id).stock
    }
    #expect(try await undo() == 7)
    #expect(try await undo() == 6)
    #expect(await world.run("redo", "--yes").exitCode == 0)
    #expect(try await world.listing(id).stock == 7)
    #expect(try await undo() == 6)
    #expect(try await undo() == 5)
    #expect(await world.run("undo", "--yes").exitCode == 0)
    #expect(try world.service.listingCount == 0)
  }

  @Test func `undo batch takes back that batch alone`() async throws {
    let id = try await world.add("Oak mug", price: "1000")
    #expect(await world.run("edit", "\(id)", "--price", "2000").exitCode == 0)
    #expect(await world.run("edit", "\(id)", "--stock", "7").exitCode == 0)
    let listing = await world.run("undo", "2", "--yes")
    #expect(listing.exitCode == 3 && listing.error.contains("undo batch 2"), "\(listing)")
    #expect(await world.run("undo", "batch", "2", "--yes").exitCode == 0)
    let now = try await world.listing(id)
    #expect(now.price?.amount == 1000 && now.stock == 7)
    let again = await world.run("undo", "batch", "2", "--yes")
    #expect(again.exitCode == 3, "\(again)")
    #expect(await world.run("undo", "batch", "99", "--yes").exitCode == 3)
  }

  @Test func `undo says that without copies of photos a removal cannot be undone`() async throws {
    let id = try await world.add("Oak mug", price: "1000")
    #expect(await world.run("remove", "\(id)", "--yes", "--no-keep").exitCode == 0)
    let result = await world.run("undo", "--yes")
    #expect(result.ends(with: 6, saying: "no photos of \(id) Oak mug were kept"))
  }

  @Test func `a removal names the gone market, or the photo that cannot be read`() async throws {
    let id = try await world.add("Oak mug", price: "1000")
    for isGone in [true, false] {
      world.spy.fail(isGone ? .refused : .lost) { $0.target.hasSuffix(".jpg") }
      for command in [["remove", "\(id)", "--yes"], ["undo", "--yes"]] {
        let error = await world.run(command).error
        #expect(error.contains("cannot be kept") == !isGone, "\(error)")
        #expect(error.contains("remove \(id) --no-keep") == !isGone, "\(error)")
        #expect(isGone || error.contains("nothing was sent"), "\(error)")
      }
    }
  }

  @Test func `undo, log and redo know only the changes of the present account`() async throws {
    let id = try await world.add("Oak mug", price: "1000")
    #expect(await world.run("edit", "\(id)", "--stock", "7").exitCode == 0)
    let other = try world.service.addAccount(name: "Pines")
    var markets = Markets()
    markets["home"] = MarketProfile(
      name: "home", url: MarketProfile.home.url, shop: other.name, vendorID: other.vendorID,
      credentials: other.credentials)
    try markets.write(to: world.paths.markets)
    let undone = await world.run("undo", "--yes")
    #expect(undone.exitCode == 3, "\(undone)")
    #expect(await world.run("redo", "--yes").exitCode == 3)
    #expect(await world.run("log").output.isEmpty)
    let named = await world.run("undo", "batch", "2", "--yes")
    #expect(named.exitCode == 3, "\(named)")
    #expect(try await world.listing(id).stock == 7)
  }

  @Test func `log shows changes with their values, of one listing, or since a day`() async throws {
    let id = try await world.add("Oak mug", price: "1000")
    try await world.add("Ash mug", price: "1000")
    world.wait(minutes: 3 * 24 * 60)
    #expect(await world.run("edit", "\(id)", "--stock", "7").exitCode == 0)
    let all = await world.run("log", "--fields", "batch,action,listing,change").output
    #expect(all.split(separator: "\n").count == 3, "\(all)")
    #expect(all.hasPrefix("3\tedit\t\(id)\tOak mug: stock 5 → 7\n"), "\(all)")
    #expect(await world.run("log", "\(id)", "--fields", "batch").output == "3\n1\n")
    #expect(await world.run("log", "--since", "yesterday", "--fields", "batch").output == "3\n")
    #expect(await world.run("undo", "--yes").exitCode == 0)
    let undone = await world.run("log", "\(id)", "--fields", "batch,undone_by").output
    #expect(undone == "4\t\n3\t4\n1\t\n", "\(undone)")
    world.changeElsewhere(id, ListingFields(stock: 20))
    let marked = await world.ask("log", "\(id)").output
    #expect(marked.contains("It was changed by others since."), "\(marked)")
  }
}

import Foundation
import MarketTestSupport
import MarketWire
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct ScriptCheckTests {
  private static let add =
    "add --price 1000 --description 'Turned from one piece.' --image a.jpg --name"

  /// Lines for a market with a listing A-1, the numbers of the lines with errors, and the exit
  /// code.
  private static let errors: [([String], [Int], Int32)] = [
    (["edit @A-1 --stock 3", "PHOTO nowhere.jpg", "PHOTO ."], [2, 3], 2),
    (["edit @A-1 --stock 3", "PHOTO n*.png"], [2], 2),
    (["edit @A-1 --stock 3", "ADD --code A-1"], [2], 2),
    (["ADD --code B-1", "ADD --code B-1", "ADD --code B-1"], [2, 3], 2),
    (["edit @A-1 --stock 3", "edit @A-2 --stock 3", "remove @A-3"], [2, 3], 2),
    (["let C B-9", "edit @A-1 --stock 3", "show @$C", "edit @A-2 --stok 3"], [3, 4], 2),
    (["let C B-9", "edit @A-1 --stock 3", "show @$C"], [3], 2),
  ]

  @Test(arguments: errors)
  func `missing listings and files are reported before the first line runs`(
    _ lines: [String], _ errors: [Int], _ code: Int32
  ) async throws {
    let world = try TestWorld()
    try await world.add("One", price: "1000", "--code", "A-1")
    world.spy.reset()
    let text = lines.map { line in
      line.replacing("ADD", with: "\(Self.add) Two")
        .replacing(
          "PHOTO",
          with: "add --name Two --price 1 --description 'Turned from one piece.' --image")
    }
    let result = try await world.batch(text.joined(separator: "\n"), "--yes")
    #expect(result.exitCode == code, "\(result.error)")
    for line in 1...lines.count {
      let isReported = result.error.contains("batch.market:\(line):")
      #expect(isReported == errors.contains(line), "\(line) \(result.error)")
    }
    #expect(result.error.contains("batch.market: nothing was done"), "\(result.error)")
    #expect(world.spy.requests.allSatisfy { $0.method == .get })
  }

  /// Lines for a market with a listing A-1 whose result is not known before they run.
  @Test(arguments: [
    ["remove @A-1", "ADD --code A-1", "edit @A-1 --stock 3"],
    ["ADD --code B-1", "edit @B-1 --stock 2", "remove @B-1", "ADD --code B-1"],
    ["edit @A-1 --code A-2", "ADD --code A-1", "edit @A-2 --stock 3"],
    ["run inner.market", "edit @INNER --stock 9"], ["quit", "edit @NONE --stock 3"],
    ["add --help", "whoami"],
  ])
  func `the effects of earlier lines are not errors`(_ lines: [String]) async throws {
    let world = try TestWorld()
    try await world.add("One", price: "1000", "--code", "A-1")
    try world.write("inner.market", "\(Self.add) Inner --code INNER\n")
    let text = lines.map { line in
      line.replacing("ADD", with: "\(Self.add) Two")
    }
    try world.write("batch.market", text.joined(separator: "\n"))
    let result = await world.run(
      ["run", "batch.market", "--yes"], on: FakeTerminal(isTTY: false),
      variables: ["OPENMARKET_SECRET": world.secret])
    #expect(result.exitCode == 0, "\(result.error)")
  }

  @Test func `with --keep-going every line runs`() async throws {
    let world = try TestWorld()
    let id = try await world.add("One", price: "1000", "--code", "A-1")
    let result = try await world.batch(
      "edit @NONE --stock 3\nedit @A-1 --stock 3\n", "--keep-going")
    #expect(result.exitCode == 6, "\(result.error)")
    #expect(try await world.listing(id).stock == 3)
  }
}

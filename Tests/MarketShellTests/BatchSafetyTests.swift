import Base
import Batches
import Foundation
import MarketRender
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import SQLite
import Synchronization
import Testing

@testable import ListingChanges
@testable import MarketShell
@testable import SellerSession

/// No change is made twice, overwritten or reported as something else than what happened.
@Suite(.timeLimit(.minutes(60))) struct BatchSafetyTests {
  private static let add =
    "add --price 1000 --description 'Turned from one piece.' --image a.jpg --name"

  @Test func `with --keep-going what failed before a look is not sent again`() async throws {
    let world = try TestWorld()
    let count = Counter()
    world.spy.fail { $0.isAdd && count.next() == 1 }
    let result = try await world.batch(
      "\(Self.add) 'Mug A' --code A-1\nlist\n\(Self.add) 'Mug B'\n", "--keep-going")
    #expect(result.ends(with: 6, saying: "2 done, 1 left"))
    #expect(world.spy.writes.count == 2)
    #expect(try world.service.listingCount == 1)
  }

  @Test func `a resumed file with --keep-going ends with 6 if some of it failed`() async throws {
    let world = try TestWorld()
    world.spy.afterResponse { [weak world] request throws(TransportError) in
      if request.isAdd { world?.interrupt() }
    }
    let adds = (1...4).map { "\(Self.add) 'Mug \($0)'\n" }.joined()
    #expect(try await world.batch(adds, "--keep-going").exitCode == 130)
    world.spy.afterResponse(nil)
    let count = Counter()
    world.spy.fail { $0.isAdd && count.next() == 1 }
    #expect(await world.run("resume").ends(with: 6, saying: "2 done, 1 left"))
  }

  @Test func `with --keep-going what was left after five failures is not sent later`() async throws
  {
    let world = try TestWorld()
    world.spy.fail { $0.isAdd }
    let adds = (1...7).map { "\(Self.add) 'Mug \($0)'\n" }.joined()
    let result = try await world.batch("\(adds)list\n\(Self.add) 'Mug 8'\n", "--keep-going")
    #expect(result.ends(with: 6, saying: "1 done, 8 left"))
    #expect(world.spy.writes.count == 6)
    world.spy.intercept(nil)
    #expect(await world.run("resume").exitCode == 0)
    #expect(try world.service.listingCount == 8)
  }

  @Test func `a continued batch reports the step that failed before`() async throws {
    let world = try TestWorld()
    world.spy.fail { $0.isAdd }
    let first = try await world.batch("\(Self.add) One\n\(Self.add) Two\n")
    #expect(first.error.contains("2 left"), "\(first.error)")
    world.spy.intercept(nil)
    let resumed = await world.run("resume")
    #expect(resumed.exitCode == 0, "\(resumed)")
    #expect((resumed.output + resumed.error).contains("2 done"), "\(resumed)")
    #expect(try world.service.listingCount == 2)
  }

  @Test(arguments: ["edit", "run"])
  func `what others change while a question waits is left alone`(_ command: String) async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "10000")
    let terminal = FakeTerminal(input: ["y"])
    terminal.whileAsking { [weak world] in
      world?.wait(minutes: 10)
      world?.changeElsewhere(id, ListingFields(price: 15_000))
    }
    let edit = ["edit", "--search", "mug", "--price", "+10%"]
    try world.write("raise.market", edit.joined(separator: " "))
    let words = command == "edit" ? edit : ["run", "raise.market"]
    let result = await world.run(words, on: terminal)
    #expect(result.ends(with: 6, saying: "was changed by others meanwhile"))
    #expect(try await world.listing(id).price?.amount == 15_000)
  }

  @Test func `undo of an add and an edit of one file has no conflict with itself`() async throws {
    let world = try TestWorld()
    let file = "\(Self.add) Mug --code M\nedit @M --stock 5\n"
    #expect(try await world.batch(file).exitCode == 0)
    let terminal = FakeTerminal(input: ["2"])
    terminal.whileAsking { [weak world] in world?.wait(minutes: 10) }
    let result = await world.run(["undo"], on: terminal)
    #expect(result.exitCode == 0, "\(result)")
    #expect(try world.service.listingCount == 0)
  }

  @Test func `a 404 of a proxy does not count as a removal`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "1000")
    world.spy.answer(HTTPResponse(status: 404, body: Array("<html>Not Found</html>".utf8))) {
      $0.method == .delete || $0.requestsRemovalPath
    }
    let result = await world.run("remove", "\(id)", "--yes")
    #expect(result.ends(with: 1, saying: "\(id) Oak mug was not removed: "))
    #expect(try world.service.listingCount == 1)
  }

  @Test func `a listing that others removed first is gone already`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "1000")
    world.spy.beforeRequest { [weak world] request in
      if request.requestsRemovalPath { try? world?.removeElsewhere(id) }
    }
    let result = await world.run("remove", "\(id)", "--yes")
    #expect(result.ends(with: 0, saying: "It was gone already."))
    #expect(try world.service.listingCount == 0)
  }

  @Test func `a market whose disk is full refuses an add, and says why`() async throws {
    let world = try TestWorld()
    let body = Array(#"{"code":507,"message":"the disk is full"}"#.utf8)
    world.spy.answer(HTTPResponse(status: 507, body: body)) { $0.isAdd }
    let result = await world.run(
      ["add", "--name", "Oak mug", "--price", "1000", "--image", "a.jpg"]
        + ["--description", "Turned from one piece."], on: FakeTerminal(isTTY: false))
    #expect(result.error.contains("the disk is full"), "\(result)")
    #expect(!result.error.contains("unknown"), "\(result)")
  }

  @Test func `nothing is sent if the newest listing cannot be read first`() async throws {
    for words in [["add"], ["run", "one.market"]] {
      let world = try TestWorld(extensions: false)
      try await world.add("Oak mug", price: "1000")
      try world.write(
        "one.market", "\(Self.add) 'Oak mug' --stock 5\n\(Self.add) 'Ash mug' --stock 5\n")
      world.spy.reset()
      world.spy.intercept { request throws(TransportError) in
        if request.isAdd { throw TransportError.lost }
        let isList = request.method == .get && request.target.contains("page_no")
        return isList ? HTTPResponse(status: 500) : nil
      }
      var arguments = words
      if words == ["add"] {
        arguments += ["--name", "Oak mug", "--price", "1000", "--image", "a.jpg", "--stock", "5"]
        arguments += ["--description", "Turned from one piece."]
      }
      let result = await world.run(arguments, on: FakeTerminal(isTTY: false))
      #expect(result.ends(with: 5, saying: "nothing was sent"))
      #expect(world.spy.writes.isEmpty)
      world.spy.intercept(nil)
      if words == ["add"] { #expect(await world.run("resume").exitCode == 3) }
    }
  }

  @Test func `a batch that another shell finished meanwhile is not continued`() async throws {
    let world = try TestWorld()
    world.spy.fail { $0.isAdd }
    _ = try await world.batch("\(Self.add) One\n\(Self.add) Two\n")
    world.spy.intercept(nil)
    let terminal = FakeTerminal(isTTY: false)
    let shell = TestShell(environment: world.environment(terminal), mode: .script)
    let stored = try BatchResume(context: shell.context).batch(1)
    #expect(await world.run("resume").exitCode == 0)
    let requests = world.spy.requests.count
    await #expect(throws: BatchError.finishedElsewhere(1)) {
      try await BatchResume(context: shell.context).run(stored)
    }
    #expect(world.spy.requests.count == requests)
  }

  @Test func `a bulk command that was stopped at once counts its open request as unknown`() {
    let change = PlannedChange(.changed, before: nil, requests: [])
    let outcomes = [StepState.done, .sent, .planned].map { state in
      var outcome = ChangeOutcome(change: change, line: nil, state: state)
      if state != .done { outcome.error = CancellationError() }
      return outcome
    }
    let report = BatchFailure(outcomes, .init(reason: .interrupted), batch: 3, at: nil)
      .report(at: nil)
    #expect(report.exitCode == .outcomeUnknown)
    #expect("\(report.message)".contains("1 unknown, 1 left"), "\(report.message)")
    #expect(!"\(report.message)".contains("failed"), "\(report.message)")
  }

  @Test func `exit codes: 7, then 130, then the error that stopped it, then 8, then 6`() {
    let order: [ExitCode] = [
      .outcomeUnknown, .interrupted, .unreachable, .outputLost, .incomplete, .done,
    ]
    for (index, strong) in order.enumerated() {
      for weak in order[index...] {
        #expect(strong.combined(with: weak) == strong && weak.combined(with: strong) == strong)
      }
    }
    #expect(ExitCode.notFound.combined(with: .failed) == .notFound)
    var tally = BatchTally()
    tally.keepsGoing = true
    tally.count(.notFound, line: 1)
    #expect(tally.code == .incomplete)
    tally.count(.outputLost, line: 2)
    #expect(tally.code == .outputLost)
  }

  @Test func `Ctrl-C while a change is stored sends nothing and leaves no batch`() async throws {
    let world = try TestWorld()
    try await world.add("Oak mug", price: "1000")
    var environment = world.environment(FakeTerminal(isTTY: false))
    let session = SellerSession(environment: environment)
    let profile = try #require(try session.access.journal.batch(1)).plan
    let random = environment.client.random
    environment.client = ClientConfiguration(
      clock: YieldingClock(),
      random: { [weak world] in
        let open = try? session.access.journal.openBatch(
          market: profile.market, account: profile.account)
        if open != nil { world?.interrupt() }
        return random()
      }, retryPolicy: .never)
    let writes = world.spy.writes.count
    let code = await Program(environment: environment).run([
      "add", "--name", "Ash mug", "--price", "1000", "--image", "a.jpg",
      "--description", "Turned from one piece.",
    ])
    #expect(code == .interrupted)
    #expect(world.spy.writes.count == writes)
    #expect(await world.run("resume").exitCode == 3)
    #expect(try world.service.listingCount == 1)
  }

  @Test func `an add whose lost attempt was made after all ends with exit code 6`() async throws {
    let world = try TestWorld(extensions: false)
    try await world.add("Oak mug", price: "1000")
    var environment = world.environment(FakeTerminal(isTTY: false))
    environment.client = ClientConfiguration(
      clock: TestClock(jumps: true), random: environment.client.random)
    let terminal = FakeTerminal(isTTY: false)
    environment.terminal = terminal
    let lost = Mutex<HTTPRequest?>(nil)
    world.spy.intercept { [weak world] request throws(TransportError) in
      guard request.isAdd else { return nil }
      guard let first = lost.withLock({ $0 }) else {
        lost.withLock { $0 = request }
        throw TransportError.lost
      }
      // The market carries the first request out much later than it may.
      _ = world?.service.respond(first)
      return nil
    }
    let code = await Program(environment: environment).run([
      "add", "--name", "Ash mug", "--price", "1000", "--image", "a.jpg",
      "--description", "Turned from one piece.",
    ])
    #expect(code == .incomplete, "\(terminal.error)")
    #expect(terminal.error.contains("1 of 1 added, 1 conflict"), "\(terminal.error)")
    #expect(terminal.output.contains("Ash mug"), "\(terminal.output)")
    #expect(try world.service.listingCount == 3)
  }
}

/// What is reported if the journal fails in the middle of a change.
@Suite(.timeLimit(.minutes(60))) struct JournalFailureTests {
  private static let add =
    "add --price 1000 --description 'Turned from one piece.' --image a.jpg --name"

  /// Makes each record with a state fail, until the returned closure is called.
  private func refuse(_ state: String, _ world: TestWorld) throws -> () throws -> Void {
    let journal = try Connection(.file(world.paths.journal))
    try journal.run(
      """
      CREATE TRIGGER failure BEFORE UPDATE ON step WHEN NEW.state = '\(state)'
      BEGIN SELECT RAISE(ABORT, 'no space'); END
      """)
    return { try journal.run("DROP TRIGGER failure") }
  }

  @Test(arguments: [1, 2])
  func `a change that was made and not recorded is shown, and resume settles it`(_ count: Int)
    async throws
  {
    let world = try TestWorld()
    try await world.add("Oak mug", price: "1000")
    try await world.add("Oak bowl", price: "1000")
    let repair = try refuse("done", world)
    let edit = count == 1 ? ["edit", "1"] : ["edit", "--search", "oak"]
    let result = await world.run(
      edit + ["--stock", "9", "--yes", "--format", "ids"], on: FakeTerminal(isTTY: false))
    // Of two, the second one may be left, or its result unknown.
    #expect(count == 1 ? result.exitCode == 8 : result.exitCode != 0, "\(result)")
    #expect(!result.output.isEmpty, "\(result)")
    #expect(result.error.contains("what was done could not be recorded"), "\(result)")
    #expect(result.error.contains("try: market resume 3"), "\(result)")
    try repair()
    #expect(await world.run("resume", "3").exitCode == 0)
    #expect(await world.run("resume").exitCode == 3)
    #expect(try await world.listing(1).stock == 9)
  }

  @Test func `an add that was not recorded is not added again by resume`() async throws {
    let world = try TestWorld()
    try await world.add("Oak mug", price: "1000")
    let repair = try refuse("done", world)
    try world.write("two.market", "\(Self.add) Ash\n\(Self.add) Elm\n")
    let result = await world.run("run", "two.market")
    // The first result could not be recorded while the second request was sent; that has an answer by
    // then (8, or 1 if it was not sent) or not (7).
    #expect([1, 7, 8].contains(result.exitCode), "\(result)")
    #expect(result.error.contains("resume 2"), "\(result)")
    try repair()
    let resumed = await world.run("resume", "2")
    #expect(resumed.exitCode == 0, "\(resumed)")
    #expect(try world.service.listingCount == 3)
  }

  @Test func `an unrecorded last change of a file does not end with exit code 0`() async throws {
    let world = try TestWorld()
    try await world.add("Oak mug", price: "1000")
    let repair = try refuse("done", world)
    try world.write("one.market", "\(Self.add) Ash\n")
    #expect(await world.run("run", "one.market").ends(with: 8, saying: "try: market resume 2"))
    try repair()
    let resumed = await world.run("resume", "2")
    #expect(resumed.exitCode == 0, "\(resumed)")
    #expect(try world.service.listingCount == 2)
  }

  @Test func `a request that could not be recorded was not sent, and is not unknown`() async throws
  {
    let world = try TestWorld()
    try await world.add("Oak mug", price: "1000")
    let repair = try refuse("sent", world)
    let count = world.spy.writes.count
    try world.write("one.market", "\(Self.add) Ash\n")
    let file = await world.run("run", "one.market")
    #expect(file.exitCode == 1, "\(file)")
    #expect(!file.error.contains("unknown"), "\(file)")
    #expect(await world.run("edit", "1", "--stock", "3").ends(with: 1, saying: "the journal"))
    #expect(world.spy.writes.count == count)
    try repair()
    #expect(await world.run("resume", "2").exitCode == 0)
  }
}

import Foundation
import MarketTestSupport
import Testing

@testable import Batches

/// Steps in memory and in a journal.
@Suite(.timeLimit(.minutes(5))) struct StepListTests {
  private static let plan = NewBatch(
    command: "import mugs.csv", market: "http://localhost", account: "7", plannedAt: .zero)

  private func step(_ number: Int) -> BatchStep {
    number % 3 == 0 ? .edit(number, number) : .create(number, name: "Mug \(number)")
  }

  @Test func `a list in a journal has the same steps as one in memory`() throws {
    let folder = try TemporaryFolder()
    let journal = BatchJournal(path: folder.file("batches.sqlite"))
    let id = try journal.add(Self.plan, salt: "salt", steps: StepList())
    let all = (1...3000).map(step)
    var list = StepList()
    for (index, step) in all.enumerated() {
      list.append(step)
      if index == 999 || index == 2499 { try list.move(to: journal, batch: id) }
    }
    #expect(list.storedCount == 2500 && list.count == 3000)
    #expect(Array(list) == all)
    for index in [2999, 0, 2500, 2499, 255, 256, 1, 2000] { #expect(list[index] == all[index]) }
    #expect(Array(list[250..<260]) == Array(all[250..<260]))
    // A plan that is stored is copied from its journal to that of all batches.
    let batches = BatchJournal(path: folder.file("all.sqlite"))
    for salt in ["a", "b"] {
      let stored = try batches.add(Self.plan, salt: salt, plan: list)
      #expect(try batches.steps(of: stored).map(\.0) == all)
    }
  }

  @Test func `a batch is stored and carried out from its journal as from memory`() throws {
    let folder = try TemporaryFolder()
    let journal = BatchJournal(path: folder.file("batches.sqlite"))
    let steps = [BatchStep.create(1), .create(2, name: "Elm cup"), .edit(3, 9), .removal(4, 9)]
    let id = try journal.add(Self.plan, salt: "salt", steps: steps)
    var runs = [StepList(steps), StepList(of: id, count: 4, in: journal)].map { list in
      var rules = BatchMachine.Rules(honorsKeys: true)
      rules.jobs = 4
      return BatchMachine(steps: list, rules: rules, plannedAt: MachineRun.start, seed: 1)
    }
    let events: [BatchEvent] = [
      .started(highestID: 6), .recorded(step: 1), .answered(step: 1, .accepted(listing: 10)),
      .recorded(step: 2), .interrupted,
    ]
    for event in events {
      let effects = runs.indices.map { runs[$0].handle(event, at: MachineRun.start) }
      #expect(effects[0] == effects[1])
    }
  }
}

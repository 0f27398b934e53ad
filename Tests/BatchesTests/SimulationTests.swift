import Batches
import Foundation
import Testing

/// `OPENMARKET_SEEDS` is the number of seeds. `OPENMARKET_SEED` runs one, and prints each event and
/// effect.
@Suite(.timeLimit(.minutes(180))) struct SimulationTests {
  private static let variables = ProcessInfo.processInfo.environment
  static let seeds = variables["OPENMARKET_SEEDS"].flatMap { UInt64($0) } ?? 5_000
  private static let shards: UInt64 = 8

  @Test(arguments: 0..<shards)
  func `the market equals the plan, whatever goes wrong`(_ shard: UInt64) {
    guard Self.variables["OPENMARKET_SEED"] == nil else { return }
    for seed in stride(from: shard + 1, through: Self.seeds, by: UInt64.Stride(Self.shards)) {
      var simulation = Simulation(seed: seed)
      let problems = simulation.run()
      if !problems.isEmpty {
        Issue.record(
          """
          seed \(seed): \(problems.joined(separator: "; "))
          step by step: OPENMARKET_SEED=\(seed) ./scripts/test --filter SimulationTests
          """)
        return
      }
    }
  }

  @Test func `one seed step by step`() throws {
    guard let seed = Self.variables["OPENMARKET_SEED"].flatMap({ UInt64($0) }) else { return }
    var simulation = Simulation(seed: seed)
    simulation.traces = true
    for step in simulation.steps { print(step) }
    let problems = simulation.run()
    for record in simulation.records { print(record) }
    #expect(problems == [])
  }

  @Test func `every fault occurs, to markets with keys and without`() {
    for honorsKeys in [true, false] {
      var met: [SimulatedFault: Int] = [:]
      var crashes = 0
      for seed in UInt64(1)...500 {
        var simulation = Simulation(seed: seed, honorsKeys: honorsKeys)
        _ = simulation.run()
        met.merge(simulation.met, uniquingKeysWith: +)
        crashes += simulation.crashes
      }
      #expect(Set(met.keys) == Set(SimulatedFault.allCases))
      #expect(crashes > 100)
    }
  }

  @Test(arguments: Sabotage.allCases)
  func `a broken rule is noticed`(_ sabotage: Sabotage) {
    let seed = (UInt64(1)...5_000).first { seed in
      var simulation = Simulation(seed: seed, honorsKeys: sabotage.honorsKeys)
      simulation.sabotage = sabotage
      return !simulation.run().isEmpty
    }
    guard let seed else {
      Issue.record("\(sabotage) was not noticed in 5,000 seeds")
      return
    }
    print("sabotage \(sabotage): noticed after \(seed) seeds")
  }
}

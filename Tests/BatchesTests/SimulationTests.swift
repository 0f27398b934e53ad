import Batches
import Testing

@Suite struct SimulationTests {
  @Test func `The market equals the plan, whatever goes wrong`() {
    for seed in UInt64(1)...500 {
      var simulation = Simulation(seed: seed)
      let problems = simulation.run()
      if !problems.isEmpty {
        Issue.record("seed \(seed): \(problems.joined(separator: "; "))")
        return
      }
    }
  }

  @Test(arguments: Sabotage.allCases)
  func `A broken rule is noticed`(_ sabotage: Sabotage) {
    let seed = (UInt64(1)...2_000).first { seed in
      var simulation = Simulation(seed: seed, honorsKeys: false)
      simulation.sabotage = sabotage
      return !simulation.run().isEmpty
    }
    #expect(seed != nil, "\(sabotage) was not noticed in 2,000 seeds")
  }
}

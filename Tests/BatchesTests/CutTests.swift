import Batches
import Testing

/// A batch that is cut off after any record ends as if nothing had happened.
@Suite(.timeLimit(.minutes(180))) struct CutTests {
  @Test(arguments: [true, false], [false, true])
  func `the journal after every single record leads to the same end`(
    _ honorsKeys: Bool, _ losesAnswers: Bool
  ) {
    var cuts = 0
    for seed in UInt64(1)...40 {
      var weather = SimulatedWeather.calm
      if losesAnswers { (weather.faults, weather.kinds) = (0.3, SimulatedFault.allCases) }
      var whole = Simulation(seed: seed, honorsKeys: honorsKeys, weather: weather)
      whole.keepsCuts = true
      #expect(whole.run() == [], "seed \(seed)")
      for (number, cut) in whole.cuts.enumerated() {
        var resumed = cut
        let problems = resumed.run()
        let isSame =
          whole.mayEndDifferently || resumed.mayEndDifferently
          || resumed.contents == whole.contents
        guard problems.isEmpty, isSame else {
          Issue.record("seed \(seed), cut \(number): \(problems) \(resumed.contents)")
          return
        }
      }
      // A step that the market accepts has at least the records `sent` and `done`.
      #expect(whole.cuts.count > whole.steps.count, "seed \(seed)")
      cuts += whole.cuts.count
    }
    print("cut test: resumed after each of \(cuts) records")
  }
}

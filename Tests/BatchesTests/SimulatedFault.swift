import Batches

/// What can happen to a request in a simulation.
enum SimulatedFault: String, CaseIterable {
  case refusedConnection
  case droppedBeforeStored
  case droppedAfterStored
  case timedOutBeforeStored
  case timedOutAfterStored
  /// Stored only after the connection has ended.
  case storedLate
  case cutOffAnswer
  case garbage
  case status500
  case status502
  case status503
  case status503WithRetryAfter
  case status429
  case slowAnswer
  /// A proxy answers a removal that the market never gets.
  case notFoundByProxy
  /// A photo of a new listing is changed, and stays so.
  case changedPhoto

  /// What an answer with this fault says; nil if it arrives whole.
  func answer(_ random: inout SeededRandom) -> StepAnswer? {
    switch self {
    case .refusedConnection: .notSent
    case .droppedBeforeStored, .droppedAfterStored, .cutOffAnswer:
      .unclear(sawEnd: true, status: nil)
    case .timedOutBeforeStored, .timedOutAfterStored: .unclear(sawEnd: false, status: nil)
    case .storedLate: .unclear(sawEnd: random.chance(0.5), status: nil)
    case .garbage: .unclear(sawEnd: true, status: 200)
    case .status500: .unclear(sawEnd: true, status: 500)
    case .status502: .unclear(sawEnd: true, status: 502)
    case .status503: .unclear(sawEnd: true, status: 503)
    case .status503WithRetryAfter, .status429:
      .busy(retryAfter: .seconds(random.number(1...(random.chance(0.1) ? 120 : 5))))
    case .notFoundByProxy: .refused(status: 404, message: nil)
    case .changedPhoto: .photoChanged(filename: "cup.jpg")
    case .slowAnswer: nil
    }
  }

  /// Whether the market carries the request out before it answers; nil if either can happen.
  var isStored: Bool? {
    switch self {
    case .refusedConnection, .droppedBeforeStored, .timedOutBeforeStored, .storedLate,
      .status503WithRetryAfter, .status429, .notFoundByProxy, .changedPhoto:
      false
    case .droppedAfterStored, .timedOutAfterStored, .cutOffAnswer, .slowAnswer: true
    case .garbage, .status500, .status502, .status503: nil
    }
  }
}

/// How much goes wrong under a seed.
struct SimulatedWeather {
  /// The part of the requests that meet a fault.
  var faults = 0.0
  var kinds: [SimulatedFault] = []
  /// The chances per event.
  var crashes = 0.0
  var interrupts = 0.0
  var foreignChanges = 0.0
  /// The chance that a record cannot be written.
  var failedWrites = 0.0
  var failedReads = 0.0
  var slowReads = 0.0
  /// The chance that a run carries out the steps in two parts.
  var splits = 0.0
  /// The chance that the seller continues only after a month.
  var longPauses = 0.0

  /// Nothing goes wrong.
  static let calm = SimulatedWeather()

  static func stormy(_ random: inout SeededRandom) -> SimulatedWeather {
    var weather = SimulatedWeather()
    let all = SimulatedFault.allCases
    if random.chance(0.85) {
      weather.faults = random.fraction() * 0.7
      weather.kinds = (1...random.number(1...8)).map { _ in
        all[random.number(0...(all.count - 1))]
      }
    }
    weather.crashes = random.chance(0.5) ? random.fraction() * 0.08 : 0
    weather.interrupts = random.chance(0.2) ? random.fraction() * 0.03 : 0
    weather.foreignChanges = random.chance(0.3) ? random.fraction() * 0.05 : 0
    weather.failedWrites = random.chance(0.15) ? random.fraction() * 0.05 : 0
    weather.failedReads = random.chance(0.3) ? random.fraction() * 0.2 : 0
    weather.slowReads = random.chance(0.3) ? random.fraction() * 0.4 : 0
    weather.splits = random.chance(0.3) ? 0.7 : 0
    weather.longPauses = random.chance(0.1) ? 0.3 : 0
    return weather
  }
}

/// What a simulation does: everything follows from it.
struct Scenario {
  /// What can go wrong.
  enum Danger: String, CaseIterable {
    /// Messages are lost, late, doubled or answered by a proxy.
    case network
    /// Calls that write or sync fail.
    case disks
    /// Processes die in the middle of a call, and at any other time.
    case deaths
    /// Machines lose what was not synced.
    case power
    /// Ctrl-C.
    case interrupts
    /// Clocks jump by hours and years.
    case clocks
  }

  /// Where the served market is.
  enum Place {
    /// In a folder of the machine that serves it.
    case folder
    /// In a database of another machine, which keeps what it has committed.
    case database
  }

  var seed: UInt64
  var shells: [Shell]
  /// The commands of each shell.
  var commands: [[Command]]
  var place: Place
  /// How many processes serve the market at the same time.
  var processes: Int
  var dangers: Set<Danger>
  /// How bad it is, 0 to 1.
  var strength: Double
  var sabotage: Sabotage?

  init(seed: UInt64, sabotage: Sabotage? = nil) {
    self.seed = seed
    self.sabotage = sabotage
    shells = Workload.shops.map { Shell(shop: $0) }
    if seed % 3 == 1 { shells += Workload.shops.map { Shell(shop: $0, isSecond: true) } }
    commands = Workload.commands(seed: seed, shells)
    place = seed % 4 > 1 ? .database : .folder
    processes = seed % 7 > 3 ? 2 : 1
    strength = Double(seed % 5) / 4
    dangers = strength > 0 ? Set(Danger.allCases) : []
  }

  /// The scenario without anything that it does not need to fail.
  func shrunk(whileFailing fails: (Scenario) -> Bool) -> Scenario {
    var smallest = self
    for danger in Danger.allCases where dangers.contains(danger) {
      var next = smallest
      next.dangers.remove(danger)
      if fails(next) { smallest = next }
    }
    for seller in commands.indices {
      for index in commands[seller].indices.reversed() {
        var next = smallest
        next.commands[seller].remove(at: index)
        if fails(next) { smallest = next }
      }
    }
    return smallest
  }
}

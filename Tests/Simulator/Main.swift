import Base
import Foundation
import MarketService
import MarketStores
import MarketWire
import SQLite
import SellerSession

/// Runs simulations: `Simulator FIRST LAST [--history | --sabotage=PART/PARTS]`, as `scripts/simulate`
/// says.
@main
enum Main {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let seeds = arguments.compactMap { UInt64($0) }
    guard let folder = ProcessInfo.processInfo.environment["SIMULATION_FOLDER"], Disk.isThere,
      seeds.count == 2, seeds[0] <= seeds[1]
    else {
      print("simulator: it is run by scripts/simulate")
      exit(2)
    }
    let base = "\(folder)/\(getpid())"
    let runner = Runner(template: Template(folder: "\(base)/template", world: "\(base)/world"))
    TimeLimit.begin("preparation")
    runner.template.make()
    runner.template.warmUp()
    TimeLimit.end()
    let sabotage = arguments.compactMap { $0.wholeMatch(of: /--sabotage=(\d+)\/(\d+)/) }.first
    let isGood =
      if let sabotage, let part = Int(sabotage.1), let parts = Int(sabotage.2) {
        runner.findSabotages(seeds[0]...seeds[1], part: part, of: parts)
      } else {
        runner.judge(seeds[0]...seeds[1])
      }
    if arguments.contains("--history") { runner.showHistory(of: Scenario(seed: seeds[0])) }
    exit(isGood ? 0 : 1)
  }
}

/// Runs scenarios.
struct Runner {
  let template: Template

  /// Runs seeds until one fails, which is explained.
  func judge(_ seeds: ClosedRange<UInt64>) -> Bool {
    let failure = firstFailure(seeds)
    if let failure { explain(failure) }
    let end = failure == nil ? "nothing lost, nothing twice" : "failed"
    print("seeds \(seeds.lowerBound) to \(failure?.seed ?? seeds.upperBound): \(end)")
    return failure == nil
  }

  /// Plants each defect of a part, and says which seed finds it.
  func findSabotages(_ seeds: ClosedRange<UInt64>, part: Int, of parts: Int) -> Bool {
    var isGood = true
    for (index, sabotage) in Sabotage.allCases.enumerated() where index % parts == part {
      let seed = firstFailure(seeds, sabotage)?.seed
      print("\(sabotage.rawValue): \(seed.map { "found by seed \($0)" } ?? "not found")")
      isGood = isGood && seed != nil
    }
    return isGood
  }

  private func firstFailure(
    _ seeds: ClosedRange<UInt64>, _ sabotage: Sabotage? = nil
  ) -> Scenario? {
    for seed in seeds {
      let scenario = Scenario(seed: seed, sabotage: sabotage)
      if !Judge.violations(in: run(scenario)).isEmpty { return scenario }
    }
    return nil
  }

  /// Says what is wrong, and in how little it can be seen.
  private func explain(_ failure: Scenario) {
    let smallest = failure.shrunk { !Judge.violations(in: run($0)).isEmpty }
    print("It takes \(smallest.dangers.map(\.rawValue).sorted()), and:")
    showHistory(of: smallest)
    for violation in Judge.violations(in: run(smallest)).prefix(3) { print(violation) }
    print("The whole history: scripts/simulate --seed \(failure.seed)")
  }

  func showHistory(of scenario: Scenario) { for line in run(scenario).history { print(line) } }

  private func run(_ scenario: Scenario) -> World {
    TimeLimit.begin("seed \(scenario.seed)")
    defer { TimeLimit.end() }
    let world = template.copy(for: scenario)
    world.run()
    return world
  }
}

/// Ends the simulator, and with it the processes of its world, if a world takes too long.
private enum TimeLimit {
  private static let seconds: UInt32 = 300
  nonisolated(unsafe) private static var report = strdup("")

  static func begin(_ name: String) {
    free(report)
    report = strdup("\(name): no end after \(seconds) s\n")
    signal(SIGALRM) { _ in
      _ = write(1, TimeLimit.report!, strlen(TimeLimit.report!))
      _exit(1)
    }
    alarm(seconds)
  }

  static func end() { alarm(0) }
}

/// The machines as each simulation finds them.
struct Template {
  let folder: String
  /// Where they run; the same place always, because files of sellers have paths in them.
  let world: String

  private static let machines = ["market", "database"] + Workload.shops

  /// Makes a market with two shops, and lets their sellers add their first listings.
  func make() {
    let manager = FileManager.default
    for machine in Self.machines {
      for part in ["work", "tmp", "home", ".disk"] {
        try? manager.createDirectory(
          atPath: "\(world)/\(machine)/\(part)", withIntermediateDirectories: true)
      }
    }
    do { try signUp() } catch { fatalError("\(error)") }
    var scenario = Scenario(seed: 0)
    scenario.commands = Workload.preparation
    let first = World(scenario, folder: world)
    first.run()
    let violations = Judge.violations(in: first)
    precondition(violations.isEmpty, "\(violations)\n\(first.history.joined(separator: "\n"))")
    for name in ["restored", "backup-1.tar"] { Files.remove("\(world)/market/home/\(name)") }
    // What a disk remembers names files by their inodes, which a copy does not have.
    for machine in Self.machines {
      Files.remove("\(world)/\(machine)/.disk")
      try? manager.createDirectory(
        atPath: "\(world)/\(machine)/.disk", withIntermediateDirectories: true)
    }
    do { try manager.moveItem(atPath: world, toPath: folder) } catch { fatalError("\(error)") }
  }

  private func signUp() throws {
    let service = try market(on: "market")
    defer { service.close() }
    for shop in Workload.shops {
      let paths = Paths(
        environment: ["OPENMARKET_HOME": "\(world)/\(shop)/home"], home: "\(world)/\(shop)")
      var markets = Markets(defaultName: shop == Workload.home ? "home" : "sim")
      markets["sim"] = try profile("sim", "http://market.sim", of: shop, in: service)
      if shop == Workload.home {
        let own = try market(on: shop)
        defer { own.close() }
        markets["home"] = try profile("home", MarketProfile.home.url, of: shop, in: own)
      }
      try markets.write(to: paths.markets)
      try Settings(currency: .krw).write(to: paths.settings)
      try FileManager.default.copyItem(
        atPath: "Fixtures/photos/turned-1.jpg", toPath: "\(world)/\(shop)/work/a.jpg")
    }
  }

  private func profile(
    _ name: String, _ url: String, of shop: String, in service: MarketService
  ) throws -> MarketProfile {
    let account = try service.addAccount(name: shop)
    return MarketProfile(
      name: name, url: url, shop: shop, vendorID: account.vendorID,
      credentials: account.credentials)
  }

  private func market(on machine: String) throws -> MarketService {
    try MarketService(
      folder: "\(world)/\(machine)/home/data", clock: { World.date(0) },
      random: World.randomBytes(seed: 1))
  }

  /// Carries out a few commands in this process. The processes of the worlds start from it, and so with
  /// everything that Swift and the libraries prepare when they are first used.
  func warmUp() {
    let output = dup(1)
    let (nowhere, channel) = (open("/dev/null", O_WRONLY), Channel.pair().0)
    dup2(nowhere, 1)
    dup2(nowhere, 2)
    _ = copy(for: Scenario(seed: 0))
    let commands = Scenario(seed: 0).commands[2] + [.undo, .resume]
    for command in commands {
      let machine = "\(world)/\(Workload.home)"
      for (file, text) in command.files {
        try? Data(text.utf8).write(to: URL(filePath: "\(machine)/work/\(file)"))
      }
      let process = SellerProcess(
        channel: channel, machine: machine, arguments: command.arguments, time: 0, clockError: 0,
        seed: 1)
      _ = process.perform { deadline in Frame(kind: .time, numbers: [deadline ?? 0]) }
      ConnectionPool.closeAll()
    }
    dup2(output, 1)
    dup2(output, 2)
  }

  /// A world that begins with a copy of the machines.
  func copy(for scenario: Scenario) -> World {
    let manager = FileManager.default
    try? manager.removeItem(atPath: world)
    do {
      try manager.copyItem(atPath: folder, toPath: world)
      if scenario.place == .database {
        try manager.moveItem(
          atPath: "\(world)/market/home/data", toPath: "\(world)/database/home/data")
      }
    } catch { fatalError("\(error)") }
    return World(scenario, folder: world)
  }
}

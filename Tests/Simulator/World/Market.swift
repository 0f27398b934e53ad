import Foundation
import OpenMarketClient

/// A served market, and its machine.
final class Market {
  /// Its name in the history.
  let name: String
  private unowned let world: World
  let machine: String
  private let folder: String
  private let place: Scenario.Place
  private var process: RunningProcess?
  /// How often it could not be opened since it was last open.
  private var refusals = 0
  /// Whether it was tried so often that it will not open any more.
  var staysClosed: Bool { refusals >= 100 }

  /// - Parameters:
  ///   - machine: its machine.
  ///   - folder: its folder below those of all machines.
  init(
    _ name: String, on machine: String, in folder: String, _ place: Scenario.Place = .folder,
    world: World
  ) {
    self.name = name
    self.world = world
    self.machine = "\(world.folder)/\(machine)"
    self.folder = "\(world.folder)/\(folder)"
    self.place = place
  }

  func start() {
    if world.scenario.sabotage == .forgetsLastHour { Files.keep(folder) }
    let seed = world.luck.next()
    let trouble = world.trouble(calls: 300)
    let (folder, place, strength) = (folder, place, world.stormStrength)
    let time = world.time
    process = RunningProcess(
      machine: machine, trouble: trouble, output: "\(world.folder)/\(name).out", seed: seed
    ) {
      MarketProcess(channel: $0, folder: folder, place: place, strength: strength, seed: seed)
        .run(at: time)
    }
    world.log(name, "starts")
    switch process?.receive() {
    case let frame? where frame.kind == .idle: refusals = 0
    case let frame?:
      world.log(name, "does not open: \(frame.blobs.map { String(decoding: $0, as: UTF8.self) })")
      process?.end()
      process = nil
      refusals += 1
      if !staysClosed { restart() }
    case nil: died()
    }
  }

  func stop() {
    process?.end()
    process = nil
  }

  /// Handles a request; nil if the market is down or dies of it.
  func respond(_ request: [[UInt8]]) -> Fate.Answer? {
    guard let process else { return .failed(.refused, wasSent: false) }
    process.send(Frame(kind: .request, numbers: [world.time], blobs: request))
    guard let frame = process.receive() else {
      died()
      return nil
    }
    return Fate.Answer(status: frame.numbers[0], headers: frame.blobs[0], body: frame.blobs[1])
  }

  func die(powerFails: Bool) {
    guard let process else { return }
    process.kill()
    died(powerFails: powerFails)
  }

  /// Ends with its machine.
  func losePower() {
    guard process != nil else { return }
    stop()
    world.log(name, "loses its power")
    restart()
  }

  private func died(powerFails: Bool? = nil) {
    process?.end()
    process = nil
    let powerFails = powerFails ?? world.strikes(.power, 0.7)
    if powerFails { world.failPower(of: machine) }
    if world.scenario.sabotage == .forgetsLastHour { Files.bringBack(folder) }
    world.log(name, powerFails ? "loses its power" : "dies")
    restart()
  }

  private func restart() {
    world.after(world.luck.delay(10...40_000)) { [self] in if process == nil { start() } }
  }
}

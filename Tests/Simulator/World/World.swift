import Foundation
import MarketWire

/// A market, its sellers, their machines and the network between them, under one seed.
///
/// 1. Only one process runs at a time, until it waits. Then the world moves on to the next event: a
///    request arrives, a time limit passes, a machine loses its power.
/// 2. Everything random comes from the seed, so the same seed makes the same history.
/// 3. After the storm everything works again, sellers continue what is unfinished, the operator restores
///    the market from a backup, and ``Judge`` looks at what was reported and at what the market has.
final class World {
  let scenario: Scenario
  let folder: String
  /// Whether things go wrong.
  private var isStormy = true
  var luck: Luck
  private(set) var time = 0
  private(set) var history: [String] = []
  private var events: [Event] = []
  private var scheduled = 0
  private(set) var sellers: [Seller] = []
  /// The processes of the served market.
  private(set) var markets: [Market] = []
  /// The market on the machine of the last seller, which is served only at the end.
  private var home: Market!
  private(set) var buyer = Buyer()
  private(set) var homeBuyer = Buyer()
  private(set) var marketOperator: Operator!
  private var memory: [String: [UInt8]] = [:]

  private struct Event {
    let time: Int
    let order: Int
    let action: () -> Void
  }

  init(_ scenario: Scenario, folder: String) {
    self.scenario = scenario
    self.folder = folder
    luck = Luck(seed: scenario.seed)
    let data = scenario.place == .folder ? "market/home/data" : "database/home/data"
    markets = (1...scenario.processes).map {
      Market(
        $0 == 1 ? "market" : "market \($0)", on: "market", in: data, scenario.place, world: self)
    }
    home = Market("home market", on: Workload.home, in: "\(Workload.home)/home/data", world: self)
    marketOperator = Operator(on: "market", data: data, world: self)
    sellers = scenario.shells.map { Seller($0, world: self) }
  }

  /// The moment of a time of the world, in milliseconds.
  static func date(_ milliseconds: Int) -> WireDate {
    WireDate(milliseconds: 1_795_273_445_000 + Int64(milliseconds))
  }

  /// A source of random bytes, such as those of secrets.
  static func randomBytes(seed: UInt64) -> @Sendable (Int) -> [UInt8] {
    nonisolated(unsafe) var luck = Luck(seed: seed)
    return { count in (0..<count).map { _ in UInt8(truncatingIfNeeded: luck.next()) } }
  }

  /// Adds a line to the history.
  func log(_ who: String, _ text: String) {
    let text = text.replacing(folder, with: "").replacing("\n", with: " ⏎ ")
    history.append("\(time / 1000).\(String(format: "%03d", time % 1000)) \(who): \(text)")
  }

  func after(_ milliseconds: Int, _ action: @escaping () -> Void) {
    scheduled += 1
    let event = Event(time: time + milliseconds, order: scheduled, action: action)
    let index = events.firstIndex { ($0.time, $0.order) > (event.time, event.order) }
    events.insert(event, at: index ?? events.count)
  }

  /// How bad it is now.
  var stormStrength: Double {
    isStormy && scenario.dangers.contains(.network) ? scenario.strength : 0
  }

  /// What was not synced on a machine is lost, and what runs there ends.
  func failPower(of machine: String) {
    for market in markets where market.machine == machine { market.losePower() }
    for seller in sellers where seller.machine == machine { seller.losePower() }
    Disk.crash(machine, seed: luck.next())
  }

  /// Whether something goes wrong now that has a likelihood in the worst storm.
  func strikes(_ danger: Scenario.Danger, _ likelihood: Double) -> Bool {
    let isHit = luck.happens(likelihood * scenario.strength)
    return isHit && isStormy && scenario.dangers.contains(danger)
  }

  /// Carries out the commands of all sellers, and then, without failures, what is unfinished.
  func run() {
    for market in markets { market.start() }
    for (seller, commands) in zip(sellers, scenario.commands) { seller.begin(commands) }
    startFailures()
    runEvents()
    clearUp()
  }

  /// What the market answers to a request for this target; nil if it dies of it.
  func ask(_ blobs: [[UInt8]], of other: Market? = nil) -> Fate.Answer? {
    let market = other ?? balanced
    guard let sabotage = scenario.sabotage else { return market.respond(blobs) }
    guard let request = sabotage.request(blobs, luck: &luck) else {
      return Fate.Answer(status: 200, body: Array("{}".utf8))
    }
    let target = String(decoding: blobs[1], as: UTF8.self)
    if sabotage == .createsTwice, let again = sabotage.request(blobs, luck: &luck),
      target == "/api/products"
    {
      _ = market.respond(again)
    }
    return market.respond(request).map { sabotage.answer($0, to: target, memory: &memory) }
  }

  /// One of the processes that serve the market.
  private var balanced: Market { markets.count == 1 ? markets[0] : luck.pick(markets) }

  private func runEvents() {
    while !events.isEmpty {
      let event = events.removeFirst()
      time = event.time
      event.action()
    }
  }

  private func clearUp() {
    isStormy = false
    for market in markets { market.stop() }
    for market in markets { market.start() }
    for seller in sellers where !seller.shell.isSecond { seller.finish() }
    runEvents()
    buyer.look(at: balanced, in: self)
    buyer.lookAtPictures(of: balanced, in: self)
    for market in markets { market.stop() }
    restore()
    home.start()
    homeBuyer.look(at: home, in: self)
    homeBuyer.lookAtPictures(of: home, in: self)
    home.stop()
    for seller in sellers { seller.stop() }
  }

  /// The operator backs the market up and restores it, in the storm of before.
  private func restore() {
    isStormy = true
    let restored = marketOperator.restore()
    isStormy = false
    guard let restored else { return }
    restored.start()
    var buyer = Buyer()
    buyer.look(at: restored, in: self)
    buyer.lookAtPictures(of: restored, in: self)
    restored.stop()
    marketOperator.check(buyer, against: self.buyer)
  }

  /// Machines and processes die now and then, and a buyer looks at the market.
  private func startFailures() {
    for _ in 0..<luck.number(below: 6) {
      after(luck.number(below: 60_000)) { [self] in buyer.look(at: balanced, in: self) }
    }
    for _ in 0..<3 {
      after(luck.number(below: 60_000)) { [self] in
        let (isMarket, seller) = (luck.happens(0.5), luck.pick(sellers))
        if strikes(.power, 0.3) {
          if isMarket { balanced.die(powerFails: true) } else { seller.die(powerFails: true) }
        } else if strikes(.deaths, 0.3) {
          if isMarket { balanced.die(powerFails: false) } else { seller.die(powerFails: false) }
        }
      }
    }
  }

  /// What goes wrong on the disk of the next process of a machine, which makes about `calls` calls.
  func trouble(calls: Int) -> Disk.Trouble {
    var trouble = Disk.Trouble(unsynced: scenario.sabotage?.unsynced ?? "")
    let call = luck.number(in: 1...calls)
    if strikes(.deaths, 0.2) {
      trouble.death = call
    } else if strikes(.disks, 0.1) {
      (trouble.failure, trouble.failures) = (call, luck.pick([1, 5, 1000]))
      (trouble.kinds, trouble.code) = (.growth, ENOSPC)
    } else if strikes(.disks, 0.1) {
      trouble.failure = call
      (trouble.kinds, trouble.code) = (luck.pick([.syncs, .changes]), EIO)
    }
    return trouble
  }
}

import Foundation
import MarketService
import MarketStores

/// Who runs the served market. At the end, they back it up, and restore it into another folder.
///
/// A backup or a restore may die, find no space, and lose what it has not synced; then they try again.
/// What was reported as done is whole, also after the power has failed.
final class Operator {
  private unowned let world: World
  private let machine: String
  private let home: String
  /// The folder of the market.
  private let data: String
  private(set) var violations: [String] = []

  /// - Parameters:
  ///   - machine: that of the market.
  ///   - data: the folder of the market below those of all machines.
  init(on machine: String, data: String, world: World) {
    self.world = world
    self.data = "\(world.folder)/\(data)"
    self.machine = "\(world.folder)/\(machine)"
    home = "\(self.machine)/home"
  }

  /// Restores the market that is stopped; nil if that never succeeds.
  func restore() -> Market? {
    let (folder, target) = (data, "\(home)/restored")
    let (seed, time) = (world.luck.next(), world.time)
    var backup = ""
    let isBackedUp = attempt("backup") { [home] number in
      backup = "\(home)/backup-\(number).tar"
      return { [backup] in
        let service = try MarketService(
          folder: folder, clock: { World.date(time) }, random: World.randomBytes(seed: seed))
        _ = try service.backUp(to: backup)
        service.close()
      }
    }
    guard isBackedUp else { return nil }
    let isRestored = attempt("restore") { [backup] _ in
      return {
        // One that died as its last step has restored the market.
        if !MarketService.exists(in: target) { _ = try MarketService.restore(backup, to: target) }
      }
    }
    guard isRestored else { return nil }
    return Market("restored market", on: "market", in: "market/home/restored", world: world)
  }

  /// Tries until a process reports that it is done.
  ///
  /// - Parameter work: What the process of an attempt does.
  private func attempt(_ name: String, _ work: (Int) -> () throws -> Void) -> Bool {
    for number in 1...6 {
      let body = work(number)
      // The last attempt has no trouble.
      let quiet = Disk.Trouble(unsynced: world.scenario.sabotage?.unsynced ?? "")
      let trouble = number < 6 ? world.trouble(calls: 120) : quiet
      let process = RunningProcess(
        machine: machine, trouble: trouble,
        output: "\(world.folder)/operator.out", seed: world.luck.next()
      ) { channel in
        do {
          try body()
          channel.send(Frame(kind: .idle))
        } catch {
          channel.send(Frame(kind: .ended, blobs: [Array("\(error)".utf8)]))
        }
        _exit(0)
      }
      let end = process.receive()
      process.end()
      let reason = end.map { String(decoding: $0.blobs.first ?? [], as: UTF8.self) } ?? "it dies"
      let isDone = end?.kind == .idle
      world.log("operator", "\(name) \(number): \(isDone ? "done" : reason)")
      if world.strikes(.power, 0.5) {
        Disk.crash(machine, seed: world.luck.next())
        world.log("market", "loses its power")
      }
      if isDone { return true }
    }
    violations.append("operator: \(name) fails although nothing is wrong any more")
    return false
  }

  /// Compares the restored market with the one that was backed up.
  func check(_ restored: Buyer, against lost: Buyer) {
    violations += restored.violations
    if restored.listings != lost.listings {
      violations.append("restored \(restored.listings) instead of \(lost.listings)")
    }
    if restored.lastRevision ?? 0 <= lost.lastRevision ?? 0 {
      violations.append("the restored market begins at an old revision")
    }
  }
}

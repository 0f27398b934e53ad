import Foundation
import MarketWire
import OpenMarketClient

/// A shell of a seller, who types one command after another.
final class Seller {
  let shell: Shell
  var name: String { shell.name }
  /// What became of each command.
  private(set) var told: [Told] = []
  /// Whether its last command had not ended when everything was over.
  private(set) var hangs = false
  private unowned let world: World
  let machine: String
  private var commands: [Command] = []
  private var process: RunningProcess?
  /// The command of the process.
  private var command = Command.resume
  /// Counts the processes, so that what belongs to an earlier one is dropped.
  private var generation = 0
  /// Counts the waits of processes; only the last one ends by its time.
  private var waits = 0
  private var clockError = 0
  private var isFinishing = false
  private var repeats = 0

  /// What a seller knows of a command.
  struct Told {
    let command: Command
    /// nil if the process died.
    let code: Int?
    let output: String
  }

  init(_ shell: Shell, world: World) {
    self.shell = shell
    self.world = world
    machine = "\(world.folder)/\(shell.shop)"
  }

  /// Ends the process, if there is one.
  func stop() {
    process?.end()
    process = nil
  }

  func begin(_ commands: [Command]) {
    self.commands = commands
    for command in commands {
      for (file, text) in command.files {
        try? Data(text.utf8).write(to: URL(filePath: "\(machine)/work/\(file)"))
      }
    }
    next()
  }

  /// Continues what is unfinished until nothing is.
  func finish() {
    isFinishing = true
    commands = [.resume]
    if !hangs { next() }
  }

  private func next() {
    guard !commands.isEmpty else { return }
    let command = commands.removeFirst()
    // Sellers take back what they have seen done.
    if command.kind == .undo, told.last?.code != 0 || told.last?.command.kind != .change {
      return next()
    }
    world.after(world.luck.number(below: 2_000)) { [self] in start(command) }
  }

  private func start(_ command: Command) {
    generation += 1
    self.command = command
    if world.scenario.sabotage == .bringsBackOldJournal { Files.keep("\(machine)/home/state") }
    if world.scenario.sabotage == .saysUndone, command.kind == .undo {
      return ended(code: 0)
    }
    if world.strikes(.clocks, 0.05) {
      clockError += world.luck.pick([-3_600_000, 3_600_000, 29 * 86_400_000, -400 * 86_400_000])
    }
    let (seed, calls) = (world.luck.next(), command.calls)
    let trouble = world.trouble(calls: calls)
    world.log(name, "$ market \(command.arguments.joined(separator: " "))")
    let (machine, time, clockError) = (machine, world.time, clockError)
    process = RunningProcess(
      machine: machine, trouble: trouble, output: "\(world.folder)/\(name).out", seed: seed
    ) {
      SellerProcess(
        channel: $0, machine: machine, arguments: command.arguments, time: time,
        clockError: clockError, seed: seed
      ).run()
    }
    if world.strikes(.interrupts, 0.05) { interrupt() }
    giveUp(after: Self.longestCommand)
    follow()
  }

  /// No command of a few changes takes an hour, whatever the network does.
  private static let longestCommand = 3_600_000

  private func giveUp(after time: Int) {
    let generation = generation
    world.after(time) { [self] in
      guard generation == self.generation, process != nil else { return }
      hangs = true
      stop()
    }
  }

  private func interrupt() {
    let generation = generation
    world.after(world.luck.delay(1...30_000)) { [self] in
      guard generation == self.generation, process != nil else { return }
      world.log(name, "Ctrl-C")
      process?.send(Frame(kind: .interrupt, numbers: [world.time]))
      follow()
    }
  }

  /// Reads what the process does until it waits.
  private func follow() {
    while let process {
      guard let frame = process.receive() else { return died() }
      switch frame.kind {
      case .request: request(frame)
      case .idle:
        waits += 1
        guard frame.numbers[0] >= 0 else { return }
        let wait = waits
        world.after(max(0, frame.numbers[0] - world.time)) { [self] in
          guard wait == waits, self.process != nil else { return }
          self.process?.send(Frame(kind: .time, numbers: [world.time]))
          follow()
        }
        return
      case .ended: return ended(code: frame.numbers[0])
      default: return
      }
    }
  }

  private func ended(code: Int?) {
    stop()
    generation += 1
    waits += 1
    let code = code.map { world.scenario.sabotage?.code($0, of: command) ?? $0 }
    let output = try? String(
      decoding: Data(contentsOf: URL(filePath: "\(world.folder)/\(name).out")), as: UTF8.self)
    world.log(name, "exit \(code.map(String.init) ?? "killed")\n\(output ?? "")")
    told.append(Told(command: command, code: code, output: output ?? ""))
    if isFinishing, command.kind == .resume {
      repeats += 1
      // A copy is a batch of the other market.
      let isElsewhere = output?.contains("is unfinished here, but") == true
      commands =
        isElsewhere ? [.resumeCopy] : code == 3 || repeats > 8 ? [.list] : [.resume]
    }
    next()
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
    ended(code: nil)
  }

  private func died(powerFails: Bool? = nil) {
    let powerFails = powerFails ?? world.strikes(.power, 0.7)
    stop()
    if powerFails { world.failPower(of: machine) }
    switch world.scenario.sabotage {
    case .forgetsJournal: Files.remove("\(machine)/home/state")
    case .bringsBackOldJournal: Files.bringBack("\(machine)/home/state")
    default: break
    }
    world.log(name, powerFails ? "loses its power" : "is killed")
    ended(code: nil)
  }

  private func request(_ frame: Frame) {
    let (id, limit) = (frame.numbers[0], frame.numbers[1])
    let fate = Fate.next(in: world)
    let line = "\(String(decoding: frame.blobs[0], as: UTF8.self)) \(path(frame))"
    world.log(name, "\(id) \(line): \(fate.rawValue)")
    let there = world.luck.delay(1...200)
    // Whatever happens, the sender gives up at its time limit.
    answer(id, .failed(.timedOut), after: limit)
    switch fate {
    case .lost: break
    case .refused: answer(id, .failed(.refused, wasSent: false), after: there)
    case .badGateway: answer(id, .proxy(502), after: there)
    case .tooMany:
      let wait = "\(world.luck.number(in: 1...20))"
      answer(id, .proxy(429, ["Retry-After": wait]), after: there)
    case .gatewayTimeout:
      deliver(frame, after: there + world.luck.number(below: 5_000), answers: false)
      answer(id, .proxy(504), after: there)
    case .late:
      deliver(frame, after: world.luck.number(in: 1_000...90_000), answers: false)
    case .doubled:
      deliver(frame, after: there, answers: true)
      deliver(frame, after: there + world.luck.number(below: 20_000), answers: true)
    case .arrives: deliver(frame, after: there, answers: true)
    case .answerCut:
      deliver(frame, after: there, answers: false)
      answer(id, .failed(.connectionLost), after: there + 1)
    }
  }

  private func path(_ frame: Frame) -> String {
    let target = String(decoding: frame.blobs[1], as: UTF8.self)
    return target.replacing("http://market.sim", with: "")
  }

  private func deliver(_ frame: Frame, after delay: Int, answers: Bool) {
    let (id, generation) = (frame.numbers[0], generation)
    var blobs = frame.blobs
    blobs[1] = Array(path(frame).utf8)
    world.after(delay) { [self] in
      let answer = world.ask(blobs)
      world.log("market", "answers \(name) \(id): \(answer?.text ?? "nothing")")
      guard answers, generation == self.generation else { return }
      let back = world.luck.delay(1...200)
      self.answer(id, answer ?? .failed(.connectionLost), after: back)
    }
  }

  private func answer(_ id: Int, _ answer: Fate.Answer, after delay: Int) {
    let generation = generation
    if world.scenario.sabotage == .neverEnds, answer.code != nil { return }
    world.after(delay) { [self] in
      guard generation == self.generation, process != nil else { return }
      process?.send(answer.frame(time: world.time, request: id))
      follow()
    }
  }
}

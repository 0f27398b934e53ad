import Base
import Foundation
import MarketShell
import MarketWire
import Messages
import OpenMarketClient
import SQLite
import SellerSession
import Synchronization
import TerminalKit

/// A shell of a seller: one command in a process of its own, with the real program, client and files.
struct SellerProcess {
  let channel: Channel
  let machine: String
  let arguments: [String]
  let time: Int
  /// How wrong the machine's own clock is.
  let clockError: Int
  let seed: UInt64

  /// Carries out the command, and exits.
  func run() -> Never {
    let code = perform { deadline in
      channel.send(Frame(kind: .idle, numbers: [deadline ?? -1]))
      guard let frame = channel.receive() else { _exit(0) }
      return frame
    }
    ConnectionPool.closeAll()
    channel.send(Frame(kind: .ended, numbers: [Int(code)]))
    _exit(0)
  }

  /// Carries out the command and returns its exit code.
  ///
  /// - Parameter wait: waits for a frame, or until a time in milliseconds.
  func perform(wait: (Int?) -> Frame) -> Int32 {
    JobLoop.begin(seed: seed)
    let clock = SimulatedClock(milliseconds: time)
    let transport = WorldTransport(channel: channel)
    let interrupts = Interrupts()
    let program = Program(environment: environment(clock, transport, interrupts))
    let code = Mutex<Int32?>(nil)
    Task { [arguments] in
      let end = await program.run(arguments)
      code.withLock { $0 = end.rawValue }
    }
    while true {
      JobLoop.runAll()
      if let code = code.withLock(\.self) { return code }
      let frame = wait(clock.nextDeadline)
      clock.move(to: frame.numbers[0])
      switch frame.kind {
      case .answer: transport.answer(frame)
      case .interrupt: interrupts.occur()
      default: break
      }
    }
  }

  private func environment(
    _ clock: SimulatedClock, _ transport: WorldTransport, _ interrupts: Interrupts
  ) -> Environment {
    let variables = [
      "HOME": machine, "OPENMARKET_HOME": "\(machine)/home", "LANG": "en_US.UTF-8",
      "TMPDIR": "\(machine)/tmp",
    ]
    let paths = Paths(environment: variables, home: machine)
    let luck = Mutex(Luck(seed: seed))
    return Environment(
      variables: variables, paths: paths, workingFolder: "\(machine)/work", homeFolder: machine,
      userName: "seller", timeZone: .gmt, version: "1.0", terminal: PosixTerminal(),
      host: HomeMarket(folder: paths.data, clock: clock, seed: seed), connect: { transport },
      client: ClientConfiguration(clock: clock, random: { luck.withLock { $0.next() } }),
      now: { [clockError] in World.date(clock.milliseconds + clockError) },
      onInterrupt: interrupts.watch)
  }
}

extension SimulatedClock {
  var milliseconds: Int {
    let parts = now.offset.components
    return Int(parts.seconds) * 1000 + Int(parts.attoseconds / 1_000_000_000_000_000)
  }
}

/// The network of a seller's machine: requests go to the world, which decides what becomes of them.
final class WorldTransport: Transport {
  private typealias End = Result<HTTPResponse, TransportError>
  private typealias Waiting = (next: Int, requests: [Int: CheckedContinuation<End, Never>])

  private let channel: Channel
  private let waiting = Mutex<Waiting>((0, [:]))

  init(channel: Channel) { self.channel = channel }

  func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    let id = waiting.withLock { waiting in
      waiting.next += 1
      return waiting.next
    }
    let end = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<End, Never>) in
        waiting.withLock { $0.requests[id] = continuation }
        let limit = options.timeLimit.components
        channel.send(
          Frame(
            kind: .request, numbers: [id, Int(limit.seconds) * 1000 + 1], blobs: request.blobs))
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
    return try end.get()
  }

  private func cancel(_ id: Int) {
    let continuation = waiting.withLock { $0.requests.removeValue(forKey: id) }
    continuation?.resume(returning: .failure(TransportError(.cancelled, wasSent: true)))
  }

  /// Ends the request that a frame is about.
  func answer(_ frame: Frame) {
    guard let continuation = waiting.withLock({ $0.requests.removeValue(forKey: frame.numbers[1]) })
    else { return }
    continuation.resume(returning: Fate.Answer(frame: frame).result)
  }
}

/// Ctrl-C for one process.
final class Interrupts: Sendable {
  private let watchers = Mutex<(next: Int, actions: [Int: @Sendable () -> Void])>((0, [:]))

  func occur() { for action in watchers.withLock({ Array($0.actions.values) }) { action() } }

  func watch(_ action: @escaping @Sendable () -> Void) -> InterruptWatch {
    let key = watchers.withLock { watchers in
      watchers.next += 1
      watchers.actions[watchers.next] = action
      return watchers.next
    }
    return InterruptWatch { [weak self] in self?.watchers.withLock { $0.actions[key] = nil } }
  }
}

import Foundation
import MarketTestSupport
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program to start, with its arguments and environment.
struct Launch: Sendable {
  var executable: String
  var arguments: [String]
  /// The complete environment; nothing is inherited.
  var environment: [String: String]
  var folder: String
}

/// How a program ended.
enum Exit: Hashable, Sendable {
  case code(Int32)
  case signal(Int32)
}

/// A child process, which never outlives its object.
///
/// 1. The process holds the write end of a pipe, which closes when the process ends. Tests wait for
///    that with a time limit.
/// 2. A test calls ``end()`` on every path; `deinit` does the same.
/// 3. The process is reaped once, and its id gets no signal afterwards.
final class ChildProcess: Sendable {
  let id: pid_t
  private let life: Int32
  private let ending = Mutex<Exit?>(nil)
  /// Held while descriptors are created or a process is started. A descriptor that another child
  /// inherits by accident would keep a pipe open.
  private static let spawning = Mutex(())

  /// - Parameter terminal: The path of its controlling terminal, which becomes its three standard
  ///   streams; nil to use `input`, `output` and `error`.
  init(
    _ launch: Launch, input: Int32 = -1, output: Int32 = -1, error: Int32 = -1,
    terminal: String? = nil
  ) throws {
    (id, life) = try Self.spawning.withLock { _ in
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw WaitError.failed(call: "pipe", code: errno) }
      defer { close(ends[1]) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      let streams = terminal == nil ? [input, output, error] : []
      do {
        return (try Self.spawn(launch, streams + [ends[1]], terminal), ends[0])
      } catch {
        close(ends[0])
        throw error
      }
    }
  }

  deinit {
    end()
    close(life)
  }

  /// Creates descriptors while no process is being started.
  static func descriptors<R>(_ make: () throws -> R) rethrows -> R {
    try spawning.withLock { _ in try make() }
  }

  /// Sends a signal unless the process has ended.
  func send(_ signal: Int32) {
    ending.withLock { if $0 == nil { _ = kill(id, signal) } }
  }

  /// Waits for the end of the process. At the limit the process is killed and the wait throws.
  func exit() async throws -> Exit {
    // A script of the project is many programs, one after the other.
    let deadline = Deadline(in: patience * 3)
    return try await runBlocking { [self] in
      // Other test code may start a program that inherits the pipe and keeps it open, so the
      // process is also checked directly.
      while !deadline.isOver {
        if try deadline.part(.milliseconds(250)).readable(life)[0] { return reap() }
        if let ended = exitIfEnded { return ended }
      }
      end()
      throw WaitError.timedOut("the end of process \(id)")
    }
  }

  /// How the process ended; nil while it is running.
  var exitIfEnded: Exit? { reap(options: WNOHANG) }

  /// A descriptor that becomes readable when the process ends.
  var lifeline: Int32 { life }

  /// Kills the process if it is running, and reaps it.
  @discardableResult
  func end() -> Exit {
    send(SIGKILL)
    return reap()
  }

  private func reap() -> Exit { reap(options: 0) ?? .signal(0) }

  /// How the process ended; nil if it is running and `options` contains `WNOHANG`.
  private func reap(options: Int32) -> Exit? {
    ending.withLock { ending in
      if let ending { return ending }
      var status: Int32 = 0
      var found = waitpid(id, &status, options)
      while found < 0, errno == EINTR { found = waitpid(id, &status, options) }
      guard found != 0 else { return nil }
      let signal = status & 0x7F
      let result = signal == 0 ? Exit.code((status >> 8) & 0xFF) : .signal(signal)
      ending = result
      return result
    }
  }

  /// Starts the process.
  ///
  /// The streams become descriptors from 0 on, or from 3 on after a terminal; -1 stands for
  /// `/dev/null`.
  private static func spawn(
    _ launch: Launch, _ streams: [Int32], _ terminal: String?
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The tests may run with ignored signals, which a child would inherit.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // POSIX_SPAWN_SETSIGDEF and POSIX_SPAWN_SETSID, whose names are not visible in Swift.
    let (setsDefaults, setsSession): (Int16, Int16) = (0x04, 0x80)
    posix_spawnattr_setflags(&attributes, setsDefaults | (terminal == nil ? 0 : setsSession))
    add(streams, terminal, to: &actions)
    // The shell changes the folder and is replaced by the program, which keeps the process id.
    let words =
      ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", launch.folder, launch.executable]
      + launch.arguments
    var arguments = words.map { strdup($0) } + [nil]
    var environment = launch.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var id: pid_t = 0
    let code = posix_spawn(&id, words[0], &actions, &attributes, &arguments, &environment)
    guard code == 0 else { throw WaitError.failed(call: "posix_spawn", code: code) }
    return id
  }

  private static func add(
    _ streams: [Int32], _ terminal: String?, to actions: inout posix_spawn_file_actions_t
  ) {
    var first: Int32 = 0
    if let terminal {
      // The first terminal that a session leader opens becomes its controlling terminal.
      posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
      first = 3
    }
    for (number, stream) in zip(first..., streams) {
      if stream < 0 {
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      } else {
        posix_spawn_file_actions_adddup2(&actions, stream, number)
      }
    }
  }
}

/// Programs that tests start, and the certainty that they end.
import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What is started, and in which world.
struct Launch: Sendable {
  var executable: String
  var arguments: [String]
  /// All of it: nothing is inherited.
  var environment: [String: String]
  var folder: String
}

/// How a program ended.
enum Exit: Hashable, Sendable {
  case code(Int32)
  case signal(Int32)
}

/// A running program.
///
/// 1. It holds the writing end of a pipe that nobody else has; so the end of that pipe is the end of
///    the program, and can be awaited with a limit.
/// 2. Whoever starts it calls ``end()`` on every path; letting go of it does the same.
/// 3. It is reaped once, and no signal is sent to its number afterwards.
final class ChildProcess: Sendable {
  let id: pid_t
  private let life: Int32
  private let ending = Mutex<Exit?>(nil)
  /// Descriptors of this process are made and handed on one at a time: a copy that another child
  /// inherits by accident would keep a pipe open.
  private static let spawning = Mutex(())

  /// - Parameter terminal: the path of the terminal that it gets for itself, as its three streams;
  ///   nil gives it the descriptors.
  init(
    _ launch: Launch, input: Int32 = -1, output: Int32 = -1, error: Int32 = -1,
    terminal: String? = nil
  ) throws {
    (id, life) = try Self.spawning.withLock { _ in
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw WaitProblem.failed(call: "pipe", code: errno) }
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

  /// Makes a descriptor that no child inherits unless it is handed to it.
  static func descriptors<R>(_ make: () throws -> R) rethrows -> R {
    try spawning.withLock { _ in try make() }
  }

  /// Nothing happens where it has ended already.
  func send(_ signal: Int32) {
    ending.withLock { if $0 == nil { _ = kill(id, signal) } }
  }

  /// Waits for the end. At the limit it is killed and the wait fails.
  func exit(within limit: Duration = .seconds(60)) async throws -> Exit {
    let deadline = Deadline(in: limit)
    return try await onThread { [self] in
      guard try deadline.readable(life)[0] else {
        end()
        throw WaitProblem.tooLong("the end of process \(id)")
      }
      return reap()
    }
  }

  /// The descriptor that is at its end when the program is.
  var lifeline: Int32 { life }

  /// Kills it if it still runs, and takes it off the system's list.
  @discardableResult
  func end() -> Exit {
    send(SIGKILL)
    return reap()
  }

  private func reap() -> Exit {
    ending.withLock { ending in
      if let ending { return ending }
      var status: Int32 = 0
      while waitpid(id, &status, 0) < 0, errno == EINTR {}
      let signal = status & 0x7F
      let result = signal == 0 ? Exit.code((status >> 8) & 0xFF) : .signal(signal)
      ending = result
      return result
    }
  }

  /// Streams become 0, 1, 2 and so on; what is -1 is `/dev/null`.
  private static func spawn(
    _ launch: Launch, _ streams: [Int32], _ terminal: String?
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Whoever runs the tests may ignore signals, and a child would inherit that. The names of these
    // flags are not visible here.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let (setsDefaults, setsSession): (Int16, Int16) = (0x04, 0x80)
    posix_spawnattr_setflags(&attributes, setsDefaults | (terminal == nil ? 0 : setsSession))
    var first: Int32 = 0
    if let terminal {
      // A leader of a session gets the first terminal that it opens as its own.
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
    // The shell goes to the folder and becomes the program: it keeps the process id.
    let words =
      ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", launch.folder, launch.executable]
      + launch.arguments
    var arguments = words.map { strdup($0) } + [nil]
    var environment = launch.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var id: pid_t = 0
    let code = posix_spawn(&id, words[0], &actions, &attributes, &arguments, &environment)
    guard code == 0 else { throw WaitProblem.failed(call: "posix_spawn", code: code) }
    return id
  }
}

/// Another program that has the terminal for a while: a pager, the seller's own text editor.
import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Starts a command line of the outside shell and waits for its end.
///
/// It runs in the group of this process, so that it may read the terminal.
struct ForegroundProcess {
  let id: pid_t

  /// - Parameters:
  ///   - command: a command line for `sh`.
  ///   - arguments: what `"$@"` means in it.
  ///   - variables: all of its environment.
  ///   - input: what becomes its standard input; the terminal's own where nil.
  /// - Returns: nil where no process could be made.
  init?(
    _ command: String, arguments: [String] = [], variables: [String: String], input: Int32? = nil
  ) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input { posix_spawn_file_actions_adddup2(&actions, input, 0) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    Self.giveSignalsBack(to: &attributes)
    let words = ["sh", "-c", command, "sh"] + arguments
    var list = words.map { strdup($0) } + [nil]
    var environment = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in list + environment { free(text) } }
    var id: pid_t = 0
    guard posix_spawn(&id, "/bin/sh", &actions, &attributes, &list, &environment) == 0 else {
      return nil
    }
    self.id = id
  }

  /// Whether it has not ended yet.
  var isRunning: Bool {
    var end = siginfo_t()
    return waitid(P_PID, id_t(id), &end, WEXITED | WNOHANG | WNOWAIT) == 0 && end.si_signo == 0
  }

  /// Waits, blocking, and answers its exit code; nil where a signal ended it.
  func end() -> Int32? {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
  }

  /// Whether a plain command names a program, so that the shell need not say that it does not.
  static func isThere(_ command: String, _ variables: [String: String]) -> Bool {
    guard let name = plainProgram(command) else { return true }
    if name.contains("/") { return access(name, X_OK) == 0 }
    let path = variables["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  /// A plain command takes the place of the shell, so that Ctrl-C reaches it alone.
  static func withoutShell(_ command: String) -> String {
    plainProgram(command) == nil ? command : "exec \(command)"
  }

  /// The first word of a command without anything that a shell would read in its own way.
  private static func plainProgram(_ command: String) -> String? {
    let isPlain = !command.contains { "\"'\\$`|&;<>()*?[]{}~=#!\n".contains($0) }
    return isPlain ? command.split(separator: " ").first.map(String.init) : nil
  }

  /// This process ignores some signals, and threads of a queue hold all of them back; a child would
  /// inherit both.
  private static func giveSignalsBack(to attributes: inout posix_spawnattr_t) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
  }
}

import Foundation

/// A program that uses the terminal, such as a pager or a text editor.
///
/// It runs in the process group of this process, so that it can read the terminal.
struct ForegroundProcess: Sendable {
  let id: pid_t

  /// Starts a command; returns nil if that fails.
  ///
  /// - Parameters:
  ///   - command: a command line for `sh`.
  ///   - arguments: the values of `"$@"` in the command.
  ///   - variables: the environment of the process.
  ///   - input: the standard input; nil for the one of this process.
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
    Self.resetSignals(in: &attributes)
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

  /// Whether the process has not ended.
  var isRunning: Bool {
    var end = siginfo_t()
    return waitid(P_PID, id_t(id), &end, WEXITED | WNOHANG | WNOWAIT) == 0 && end.si_signo == 0
  }

  /// Blocks until the process ends and returns its exit code, or nil after a signal.
  func end() -> Int32? {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
  }

  /// Whether the program of a command is installed; true for a command that only a shell can parse.
  static func isInstalled(_ command: String, _ variables: [String: String]) -> Bool {
    guard let name = plainProgram(command) else { return true }
    if name.contains("/") { return access(name, X_OK) == 0 }
    let path = variables["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  /// Prefixes a plain command with `exec`, so that it replaces the shell and alone gets Ctrl-C.
  static func execCommand(_ command: String) -> String {
    plainProgram(command) == nil ? command : "exec \(command)"
  }

  /// The first word of a command without special characters of the shell; nil for other commands.
  private static func plainProgram(_ command: String) -> String? {
    let isPlain = !command.contains { "\"'\\$`|&;<>()*?[]{}~=#!\n".contains($0) }
    return isPlain ? command.split(separator: " ").first.map(String.init) : nil
  }

  /// Resets the signals of the new process.
  ///
  /// It would inherit the signals that this process ignores and the signal mask of its thread.
  private static func resetSignals(in attributes: inout posix_spawnattr_t) {
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

/// Programs of the system that read what market writes, to see that others understand it.
import Foundation

/// A program on the `PATH`.
public enum ExternalProgram {
  /// Whether it is installed.
  public static func exists(_ name: String) -> Bool { path(of: name) != nil }

  /// Runs it to its end and gives what it wrote to stdout; throws where it fails.
  public static func run(
    _ name: String, _ arguments: [String], input: String = ""
  ) throws -> String {
    guard let path = path(of: name) else { throw Failure(program: name, status: 127) }
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (given, made) = (folder.appending(path: "input"), folder.appending(path: "output"))
    try Data(input.utf8).write(to: given)
    try Data().write(to: made)
    let status = try spawn(path, arguments, reading: given.path, writing: made.path)
    guard status == 0 else { throw Failure(program: name, status: status) }
    return String(decoding: try Data(contentsOf: made), as: UTF8.self)
  }

  /// Files, not pipes: no output is too long for them. `posix_spawn` by itself, since Foundation's
  /// `Process` is not made for many tests that start programs at once.
  private static func spawn(
    _ path: String, _ arguments: [String], reading input: String, writing output: String
  ) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_TRUNC, 0o600)
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    var environment = variables.map { strdup($0) } + [nil]
    defer { for text in words + environment { free(text) } }
    var id: pid_t = 0
    guard posix_spawn(&id, path, &actions, nil, &words, &environment) == 0 else {
      throw Failure(program: path, status: 127)
    }
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  /// A program that is not there (127) or did not succeed.
  public struct Failure: Error {
    public let program: String
    public let status: Int32
  }

  private static func path(of name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

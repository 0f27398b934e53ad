import Foundation

/// A program on the `PATH`, for checking that other programs can read our output.
public enum ExternalProgram {
  /// Whether the program is installed.
  public static func exists(_ name: String) -> Bool { path(of: name) != nil }

  /// Runs the program and returns its standard output; throws `Failure` if it fails.
  public static func run(
    _ name: String, _ arguments: [String], input: String = ""
  ) throws -> String {
    guard let path = path(of: name) else { throw Failure(program: name, status: 127) }
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (inputFile, outputFile) = (
      folder.appending(path: "input"), folder.appending(path: "output")
    )
    try Data(input.utf8).write(to: inputFile)
    try Data().write(to: outputFile)
    let status = try spawn(path, arguments, reading: inputFile.path, writing: outputFile.path)
    guard status == 0 else { throw Failure(program: name, status: status) }
    return String(decoding: try Data(contentsOf: outputFile), as: UTF8.self)
  }

  /// Runs a program with files for input and output, which unlike pipes never block.
  ///
  /// Foundation's `Process` is not safe for many tests that start programs at the same time.
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

  /// A program that was not found (status 127) or did not succeed.
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

/// Programs of the system that read what market writes, to see that others understand it.
import Foundation

/// A program on the `PATH`.
public enum OutsideProgram {
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
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    // Files, not pipes: no output is too long for them.
    process.standardInput = try FileHandle(forReadingFrom: given)
    process.standardOutput = try FileHandle(forWritingTo: made)
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(program: name, status: process.terminationStatus)
    }
    return String(decoding: try Data(contentsOf: made), as: UTF8.self)
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

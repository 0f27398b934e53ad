import Base
import CurlTransport
import Foundation
import MarketShell
import MarketTestSupport
import MarketWire
import Messages
import OpenMarketClient
import SellerSession

@testable import market

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A seller's home for one test: temporary folders with photos, and an environment in which
/// programs run.
struct Sandbox: Sendable {
  /// The folder that contains all others.
  let root: String
  /// The working folder of commands, with the photos `front.jpg` and `back.png`.
  var folder: String { root + "/work" }

  /// Creates a sandbox and removes it when `body` returns or throws.
  static func run<R>(_ body: (Sandbox) async throws -> R) async throws -> R {
    let manager = FileManager.default
    let root = manager.temporaryDirectory.appending(path: "market-\(UUID().uuidString)").path
    defer { TemporaryFolder.delete(root) }
    for name in ["work", "home"] {
      try manager.createDirectory(atPath: "\(root)/\(name)", withIntermediateDirectories: true)
    }
    let sandbox = Sandbox(root: root)
    for (name, fixture) in ["front.jpg": "turned-6.jpg", "back.png": "plain.png"] {
      try sandbox.write(Fixture.bytes("photos/\(fixture)"), to: name)
    }
    return try await body(sandbox)
  }

  /// Writes a file; a name such as `../openmarket/state/history` leads out of the working folder.
  func write(_ bytes: [UInt8], to name: String) throws {
    let file = URL(filePath: "\(folder)/\(name)").standardizedFileURL
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  func write(_ text: String, to name: String) throws {
    try write(Array(text.utf8), to: name)
  }

  /// The environment variables of every program.
  var environment: [String: String] {
    [
      "HOME": "\(root)/home", "OPENMARKET_HOME": "\(root)/openmarket", "USER": "oak",
      "XDG_CONFIG_HOME": "\(root)/xdg/config", "XDG_DATA_HOME": "\(root)/xdg/data",
      "XDG_STATE_HOME": "\(root)/xdg/state", "XDG_CACHE_HOME": "\(root)/xdg/cache",
      "PAGER": "cat", "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "LANG": "C.UTF-8", "TZ": "UTC",
    ]
  }

  /// The program that `OPENMARKET_PROGRAM` names, or the built one in the folder of the test runner.
  static let binary: String = {
    if let path = ProcessInfo.processInfo.environment["OPENMARKET_PROGRAM"] { return path }
    let runner = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let candidates = [
      runner, Bundle.main.bundleURL, Bundle.main.bundleURL.deletingLastPathComponent(),
    ]
    let paths = candidates.map { $0.appending(path: "market").path }
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) } ?? paths[0]
  }()

  func launch(_ arguments: [String], _ more: [String: String] = [:]) -> Launch {
    Launch(
      executable: Self.binary, arguments: arguments,
      environment: environment.merging(more) { $1 }, folder: folder)
  }

  /// Runs the built program to its end.
  func market(
    _ arguments: [String], _ more: [String: String] = [:], input: String? = nil
  ) async throws -> CommandResult {
    try await run(launch(arguments, more), input: input)
  }

  /// Runs any program to its end. A signal becomes the exit code 128 plus its number, as in a
  /// shell.
  func run(
    _ launch: Launch, input: String? = nil
  ) async throws -> CommandResult {
    let base = "\(root)/\(UUID().uuidString)"
    defer { for end in ["in", "out", "err"] { unlink("\(base).\(end)") } }
    if let input { try Data(input.utf8).write(to: URL(filePath: "\(base).in")) }
    let child = try Self.withFiles(
      [input == nil ? "/dev/null" : "\(base).in", "\(base).out", "\(base).err"]
    ) { files in
      try ChildProcess(launch, input: files[0], output: files[1], error: files[2])
    }
    defer { child.end() }
    let code: Int32 =
      switch try await child.exit() {
      case .code(let code): code
      case .signal(let number): 128 + number
      }
    func text(_ path: String) throws -> String {
      String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }
    return CommandResult(
      output: try text("\(base).out"), error: try text("\(base).err"), exitCode: code)
  }

  /// Opens files while `body` runs: the first for reading, the others for writing.
  static func withFiles<R>(_ paths: [String], _ body: ([Int32]) throws -> R) throws -> R {
    let files = ChildProcess.descriptors {
      paths.enumerated().map { index, path in
        open(path, (index == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_APPEND) | O_CLOEXEC, 0o600)
      }
    }
    defer { for file in files where file >= 0 { close(file) } }
    guard !files.contains(-1) else { throw WaitError.failed(call: "open", code: errno) }
    return try body(files)
  }

  /// Runs the program in this process, by default without a terminal.
  func marketInProcess(
    _ arguments: [String], _ more: [String: String] = [:], input: String? = nil,
    terminal: FakeTerminal = FakeTerminal(size: nil, interactive: []),
    catalog: MessageCatalog = .english, timeLimits: TimeLimits = TimeLimits()
  ) async throws -> CommandResult {
    let variables = environment.merging(more) { $1 }
    let home = "\(root)/home"
    let paths = Paths(environment: variables, home: home)
    let environment = Environment(
      variables: variables, paths: paths, workingFolder: folder, homeFolder: home,
      userName: "oak", timeZone: .gmt, version: Version.text, terminal: terminal,
      host: LiveMarketHost(home: paths.data), connect: { CurlTransport() },
      client: ClientConfiguration(
        clock: ContinuousClock(), random: { .random(in: .min ... .max) }, timeLimits: timeLimits),
      now: { WireDate(Date()) }, onInterrupt: { _ in InterruptWatch {} },
      readInput: { Data((input ?? "").utf8) }, language: DisplayLanguage(catalog))
    let code = await Program(environment: environment).run(arguments)
    return CommandResult(
      output: terminal.output, error: terminal.error, exitCode: code.rawValue)
  }
}

extension CommandResult {
  /// The result without the progress lines of a batch, whose number depends on the machine's speed.
  var withoutProgress: CommandResult {
    CommandResult(
      output: output, error: error.replacing(#/(?m)^.+: \d+(\/| of )\d+( ·|,) .*\n/#, with: ""),
      exitCode: exitCode)
  }
}

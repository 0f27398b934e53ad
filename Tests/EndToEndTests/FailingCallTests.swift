import Foundation
import MarketTestSupport
import Testing

/// Calls of the system that fail, as on a full or worn disk, or on a machine with too many threads.
///
/// With `OPENMARKET_FAULTS=all` every call fails in turn, which takes several minutes.
@Suite(.timeLimit(.minutes(60)), .enabled(if: FaultyHome.hasCompiler)) struct FailingCallTests {
  @Test(arguments: FaultyHome.commands.keys.sorted())
  func `a command says the truth when a call fails, and loses nothing`(
    _ command: String
  ) async throws {
    try await Sandbox.run { sandbox in
      let home = try await FaultyHome(sandbox)
      for call in ["fsync", "write", "pthread_create", "rename"] {
        for number in FaultyHome.numbers(of: call) {
          guard try await home.check(command, Fault(call, at: number)) else { break }
        }
      }
    }
  }

  @Test(arguments: 1...5, ["list", "run"])
  func `a machine without threads is named in seconds`(_ first: Int, _ command: String) async throws
  {
    try await Sandbox.run { sandbox in
      let home = try await FaultyHome(sandbox)
      let fault = Fault("pthread_create", at: first, isLasting: true)
      let (result, _) = try await home.run(command, fault, in: "threads")
      // A command may get by with the threads that were started before.
      if first > 2, result.exitCode == 0 { return }
      #expect(result.error.contains("allows the program no more threads"), "\(result)")
      #expect([1, 7].contains(result.exitCode), "\(result)")
    }
  }

  @Test(arguments: [3, 4, 5, 6])
  func `a batch that could not be stored keeps no part, and one that was keeps its photos`(
    _ number: Int
  ) async throws {
    try await Sandbox.run { sandbox in
      let home = try await FaultyHome(sandbox)
      let (result, folder) = try await home.run("run", Fault("fsync", at: number), in: "store")
      guard result.exitCode != 0 else { return }
      // Whether the batch is in the journal or not, nothing of it was sent.
      let resumed = try await home.market(["run", "a.market", "--resume"], in: folder)
      let again = resumed.exitCode == 0 ? resumed : try await home.market(["resume"], in: folder)
      #expect(again.exitCode == 0, "\(result) \(resumed) \(again)")
      let names = try await home.names(in: folder)
      #expect(names.filter { $0.hasPrefix("Mug") }.sorted() == FaultyHome.mugs, "\(again)")
    }
  }
}

/// A call that fails.
private struct Fault: CustomStringConvertible {
  let call: String
  let number: Int
  /// Whether all calls from there on fail.
  let isLasting: Bool

  init(_ call: String, at number: Int, isLasting: Bool = false) {
    (self.call, self.number, self.isLasting) = (call, number, isLasting)
  }

  var description: String { "\(call) \(number)" }
}

/// A seller's home with three listings, which is copied for each command that meets a fault.
private struct FaultyHome {
  static let hasCompiler = ExternalProgram.exists("cc")
  static let mugs = ["Mug 1", "Mug 2", "Mug 3"]
  private static let listings = ["Ash tray", "Elm bowl", "Oak mug"]

  static let commands: [String: [String]] = [
    "add": add("New cup"), "run": ["run", "a.market"], "import": ["import", "t.csv", "--yes"],
    "edit": ["edit", "--mine", "--price", "+100", "--yes"], "remove": ["remove", "@Oak", "--yes"],
    "undo": ["undo", "--yes"], "list": ["list", "--mine"], "show": ["show", "@Elm"],
    "search": ["search", "mug"], "export": ["export", "out.csv"], "note": ["note", "@Elm", "new"],
    "star": ["star", "@Elm"], "set": ["set", "layout", "grid"], "backup": ["backup", "b.market"],
    "stats": ["stats"], "log": ["log"], "batches": ["batches"], "doctor": ["doctor"],
    "prepare": ["photo", "prepare", "front.jpg", "--out", "ready"],
    "save": ["photo", "save", "@Elm", "--out", "saved"],
    "notebook": ["notebook", "export", "nb.json"],
  ]

  private let sandbox: Sandbox
  private let library: String

  private static func add(_ name: String) -> [String] {
    [
      "add", "--name", name, "--price", "₩1000", "--stock", "3", "--description",
      "Turned from one piece.", "--image", "front.jpg",
    ]
  }

  /// The calls that fail in turn; a few if not all are wanted.
  static func numbers(of call: String) -> any Sequence<Int> {
    if ProcessInfo.processInfo.environment["OPENMARKET_FAULTS"] == "all" { return 1...200 }
    return call == "write" ? [1, 11] : call == "fsync" ? [2, 8, 14] : [1, 5]
  }

  init(_ sandbox: Sandbox) async throws {
    self.sandbox = sandbox
    library = "\(sandbox.root)/fault.so"
    let source = URL(filePath: #filePath).appending(path: "../../../scripts/fault.c")
      .standardizedFileURL.path
    _ = try ExternalProgram.run("cc", ["-shared", "-fPIC", "-o", library, source, "-ldl"])
    for name in Self.listings {
      let words = Self.add(name) + ["--code", String(name.prefix(3))]
      try #require(try await sandbox.market(words).exitCode == 0)
    }
    try #require(try await sandbox.market(["edit", "@Ash", "--stock", "7"]).exitCode == 0)
    try sandbox.write(
      Self.mugs.map { Self.add($0).map(Self.quoted).joined(separator: " ") + "\n" }.joined(),
      to: "a.market")
    try sandbox.write(
      "name,price,currency,description,photo1,stock\n"
        + Self.mugs.map { "\($0),1000,KRW,Turned from one piece.,front.jpg,3\n" }.joined(),
      to: "t.csv")
  }

  /// A word of a file; a quoted word is never an option.
  private static func quoted(_ word: String) -> String { word.hasPrefix("-") ? word : "'\(word)'" }

  /// Runs a command in a copy of the home.
  func run(
    _ command: String, _ fault: Fault, in name: String
  ) async throws -> (CommandResult, folder: String) {
    let folder = "\(sandbox.root)/\(name)"
    for part in ["work", "openmarket"] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: "\(sandbox.root)/\(part)", toPath: "\(folder)/\(part)")
    }
    let result = try await market(
      Self.commands[command] ?? [], in: folder,
      [
        "LD_PRELOAD": library, "FAULT_CALL": fault.call, "FAULT_AT": "\(fault.number)",
        "FAULT_COUNT": fault.isLasting ? "0" : "1", "FAULT_MARK": "\(folder)/mark",
      ])
    return (result, folder)
  }

  /// Runs the program in a copy of the home. It has to end.
  func market(
    _ arguments: [String], in folder: String, _ variables: [String: String] = [:]
  ) async throws -> CommandResult {
    let home = ["OPENMARKET_HOME": "\(folder)/openmarket"].merging(variables) { $1 }
    var launch = sandbox.launch(arguments, home)
    launch.folder = "\(folder)/work"
    return try await sandbox.run(launch)
  }

  func names(in folder: String) async throws -> [String] {
    let list = try await market(["list", "--mine", "--all", "--fields", "name"], in: folder)
    #expect(list.exitCode == 0, "\(list)")
    return list.output.split(separator: "\n").map(String.init)
  }

  /// Runs a command while a call fails, and checks what it says.
  ///
  /// - Returns: false if it makes fewer calls.
  func check(_ command: String, _ fault: Fault) async throws -> Bool {
    let (result, folder) = try await run(command, fault, in: "copy")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let hasFailed = FileManager.default.fileExists(atPath: "\(folder)/mark")
    let comment: Comment = "\(command), \(fault): \(result)"
    #expect((0...8).contains(result.exitCode), comment)
    #expect(result.exitCode == 0 || !result.error.isEmpty, comment)
    #expect(!result.error.contains("unexpected error"), comment)
    let names = try await names(in: folder)
    let isDone = [0, 8].contains(result.exitCode)
    for name in Self.listings where command != "remove" || name != "Oak mug" {
      #expect(names.count { $0 == name } == 1, comment)
    }
    switch command {
    case "remove":
      #expect(result.exitCode == 7 || names.contains("Oak mug") != isDone, comment)
    case "add":
      #expect(result.exitCode == 7 || names.contains("New cup") == isDone, comment)
    case "run", "import":
      if isDone { return check(names, comment) && hasFailed }
      // A batch that was not stored is simply carried out.
      var more = try await market(["resume"], in: folder)
      if more.exitCode == 3 { more = try await market(Self.commands[command] ?? [], in: folder) }
      #expect(more.exitCode == 0, "\(comment) \(more)")
      _ = check(try await self.names(in: folder), "\(comment) \(more)")
    default: break
    }
    return hasFailed
  }

  /// Each listing of the file is there exactly once.
  private func check(_ names: [String], _ comment: Comment) -> Bool {
    #expect(names.filter { $0.hasPrefix("Mug") }.sorted() == Self.mugs, comment)
    return true
  }
}

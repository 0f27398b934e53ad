#if arch(x86_64) && os(Linux)
  import Foundation
  import MarketTestSupport
  import Testing

  /// Libraries that are loaded on first use, on systems that have other versions or none.
  @Suite(.timeLimit(.minutes(60))) struct LibraryNameTests {
    /// The names of a library in `functions.h`.
    private static func names(of library: String) throws -> [String] {
      let path = Fixture.root.deletingLastPathComponent()
        .appending(path: "Sources/CLazyLibraries/functions.h")
      let rows = try String(contentsOf: path, encoding: .utf8).split(separator: "\"")
      let row = rows.first { $0.hasPrefix("\(library).so") }
      return try #require(row).split(separator: " ").map(String.init)
    }

    /// The environment in which the names of a library lead to nothing, apart from `working`, which
    /// leads to the library that is installed.
    private static func environment(
      _ sandbox: Sandbox, _ names: [String], working: String? = nil
    ) throws -> [String: String] {
      let system = "/usr/lib/x86_64-linux-gnu"
      for name in names { try sandbox.write("not a library", to: "libraries/\(name)") }
      if let working {
        let file = "\(sandbox.folder)/libraries/\(working)"
        let manager = FileManager.default
        let installed = names.first { manager.fileExists(atPath: "\(system)/\($0)") }
        try manager.removeItem(atPath: file)
        try manager.createSymbolicLink(
          atPath: file, withDestinationPath: "\(system)/\(try #require(installed))")
      }
      return ["LD_LIBRARY_PATH": "\(sandbox.folder)/libraries"]
    }

    private static func shop(_ sandbox: Sandbox) async throws {
      let added = try await sandbox.market([
        "add", "--name", "Oak mug", "--price", "12000", "--currency", "KRW", "--description",
        "Turned from oak.", "--image", "front.jpg",
      ])
      #expect(added.exitCode == 0, "\(added)")
    }

    @Test(arguments: [
      ("libxlsxwriter", "export", "libxlsxwriter4 or libxlsxwriter5t64 or libxlsxwriter8"),
      ("libzip", "import", "libzip4 or libzip4t64 or libzip5"),
    ])
    func `any known version of a library is used, and a missing one is named with its packages`(
      _ library: String, _ command: String, _ packages: String
    ) async throws {
      try await Sandbox.run { sandbox in
        try await Self.shop(sandbox)
        let names = try Self.names(of: library)
        #expect(names.count > 1)
        let prepared = try await sandbox.market(["export", "shop.xlsx"])
        #expect(prepared.exitCode == 0, "\(prepared)")
        let arguments =
          command == "import" ? ["import", "shop.xlsx", "--yes"] : ["export", "b.xlsx"]
        let without = try await sandbox.market(arguments, Self.environment(sandbox, names))
        #expect(without.exitCode == 70)
        #expect(
          without.error.hasSuffix(
            "market: \(library) is missing; install the package \(packages)\n"))
        let other = try await sandbox.market(
          arguments, Self.environment(sandbox, names, working: names.last))
        #expect(other.exitCode == 0, "\(other)")
      }
    }

    @Test func `without libpq an error names its package`() async throws {
      try await Sandbox.run { sandbox in
        let result = try await sandbox.market(
          ["doctor", "--data", "postgresql:///market"],
          Self.environment(sandbox, ["libpq.so.5"]))
        #expect(result.exitCode == 1)
        #expect(result.error.contains("libpq is missing; install the package libpq5"), "\(result)")
      }
    }
  }
#endif

#if os(Linux) && arch(x86_64)
  import Foundation
  import MarketTestSupport
  import Testing

  /// Libraries that the first prompt does not need are loaded when their first function is called.
  @Suite(.timeLimit(.minutes(60)))
  struct StartTests {
    /// The files of libraries that a run has loaded, as the loader reports them.
    private static func libraries(in folder: String) throws -> String {
      try FileManager.default.contentsOfDirectory(atPath: folder)
        .map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
        .joined()
    }

    @Test func `the first prompt loads no library for HTTP, pictures, sheets or PostgreSQL`()
      async throws
    {
      try await Sandbox.run { sandbox in
        // The first start ever makes the sample shops.
        #expect(try await sandbox.market(["demo", "load"]).exitCode == 0)
        let folder = "\(sandbox.root)/loader"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let launch = sandbox.launch(
          [],
          ["TERM": "xterm-256color", "LD_DEBUG": "files", "LD_DEBUG_OUTPUT": "\(folder)/loaded"])
        try await PseudoTerminal.run(launch) { terminal in
          try await terminal.see("market> ")
          let loaded = try Self.libraries(in: folder)
          #expect(loaded.contains("libsqlite3.so"))
          for name in [
            "libcrypto", "libcurl", "libmicrohttpd", "libgdk_pixbuf", "libchafa", "libz.so",
            "libzip", "libxlsxwriter", "libqrencode", "libcmark", "libpq",
          ] {
            #expect(!loaded.contains(name), "\(name) is loaded at the start")
          }
          terminal.enter("list --market http://127.0.0.1:9")
          try await terminal.see("market> ")
          #expect(try Self.libraries(in: folder).contains("libcurl.so"))
          terminal.enter("quit")
          _ = try await terminal.exit()
        }
      }
    }
  }
#endif

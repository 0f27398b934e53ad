import Foundation
import MarketTestSupport
import Testing

/// Commands of a desk in the built program, where they do what they are for.
@Suite(.timeLimit(.minutes(60)))
struct DeskTests {
  private static let prompt = "market> "

  private static func add(_ name: String, _ sandbox: Sandbox) async throws {
    let added = try await sandbox.market([
      "add", "--name", name, "--price", "12000원", "--description", "Turned from one piece.",
      "--image", "front.jpg",
    ])
    try #require(added.exitCode == 0, "\(added.error)")
  }

  @Test func `open gives the photo to the program of the system`() async throws {
    try await Sandbox.run { sandbox in
      try await Self.add("Oak mug", sandbox)
      // Written by another process: one that this process starts in the meantime for another test would
      // have the program open for writing, and then it cannot be run.
      let script = #"""
        mkdir bin && printf '#!/bin/sh\nprintf %%s "$1" >"$HOME/opened"\n' >bin/xdg-open &&
        chmod 755 bin/xdg-open
        """#
      let written = try await sandbox.run(
        Launch(
          executable: "/bin/sh", arguments: ["-c", script], environment: sandbox.environment,
          folder: sandbox.folder))
      #expect(written.exitCode == 0, "\(written)")
      let path = "\(sandbox.folder)/bin:\(sandbox.environment["PATH"] ?? "")"
      let id = try await sandbox.market(["mine", "--format", "ids"]).output
      let opened = try await sandbox.market(["open", String(id.dropLast())], ["PATH": path])
      #expect(opened.exitCode == 0 && opened.error.contains("Oak mug"), "\(opened)")
      let photo = try String(contentsOfFile: "\(sandbox.root)/home/opened", encoding: .utf8)
      #expect(try Data(contentsOf: URL(filePath: photo)).starts(with: [0xFF, 0xD8, 0xFF]))
    }
  }

  @Test func `recent 2 repeats the search before the last one`() async throws {
    try await Sandbox.run { sandbox in
      try await Self.add("Oak mug", sandbox)
      let launch = sandbox.launch([], ["TERM": "xterm-256color"])
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.see(Self.prompt)
        for word in ["oak", "bowl"] {
          terminal.enter("search \(word)")
          try await terminal.see(Self.prompt)
        }
        terminal.enter("recent 2 --fields name")
        try await terminal.see("Oak mug")
        try await terminal.see(Self.prompt)
        terminal.enter("quit")
        #expect(try await terminal.exit().exit == .code(0))
      }
    }
  }

  @Test func `watch announces a listing that another shell adds, and ends`() async throws {
    try await Sandbox.run { sandbox in
      try await Self.add("Oak mug", sandbox)
      let launch = sandbox.launch(
        ["watch", "--mine", "--every", "1", "--exit-on-change"], ["TERM": "xterm-256color"])
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.see("Watching 1 listing")
        try await Self.add("Elm cup", sandbox)
        try await terminal.see("Elm cup")
        #expect(try await terminal.exit().exit == .code(0))
      }
    }
  }

  @Test func `profile setup saves the shop and its currency`() async throws {
    try await Sandbox.run { sandbox in
      let launch = sandbox.launch([], ["TERM": "xterm-256color"])
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.see("add sells something")
        try await terminal.see(Self.prompt)
        terminal.enter("profile setup")
        try await terminal.see("Name of your shop, which buyers see [oak]: ")
        terminal.enter("도자기공방")
        try await terminal.see("[KRW]: ")
        terminal.enter("shells")
        try await terminal.see("[KRW]: ")
        terminal.enter("")
        try await terminal.see("Saved: 도자기공방, KRW, at home.")
        try await terminal.see(Self.prompt)
        terminal.enter("quit")
        #expect(try await terminal.exit().exit == .code(0))
      }
      let profile = try await sandbox.market(["profile", "--json"])
      #expect(profile.output.contains("도자기공방") && profile.output.contains("KRW"), "\(profile)")
    }
  }
}

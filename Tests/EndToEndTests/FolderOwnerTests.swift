import Foundation
import MarketTestSupport
import Testing

/// Root and the folders of other users.
@Suite(.timeLimit(.minutes(60)))
struct FolderOwnerTests {
  private static func owners(_ folder: String) throws -> [String: UInt32] {
    var owners: [String: UInt32] = [:]
    for file in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      var status = stat()
      if stat("\(folder)/\(file)", &status) == 0 { owners[file] = status.st_uid }
    }
    return owners
  }

  @Test(.enabled(if: geteuid() == 0, "only root can change owners"))
  func `root leaves no files in a folder of another user`() async throws {
    try await Sandbox.run { sandbox in
      let data = "\(sandbox.root)/service/data"
      #expect(try await sandbox.market(["demo", "load", "--data", data]).exitCode == 0)
      let backup = "\(sandbox.root)/market.tar"
      #expect(try await sandbox.market(["backup", backup, "--data", data]).exitCode == 0)
      let files = try FileManager.default.subpathsOfDirectory(atPath: "\(sandbox.root)/service")
      for file in [""] + files { chown("\(sandbox.root)/service/\(file)", 65_534, 65_534) }
      let before = try Self.owners("\(sandbox.root)/service")
      let rows = [
        ["account", "add", "oak", "--data", data], ["account", "list", "--data", data],
        ["demo", "load", "--data", data], ["backup", "second.tar", "--data", data],
        ["restore", backup, "--data", "\(sandbox.root)/service/restored"],
        ["move", "--from", data, "--to", "\(sandbox.root)/moved"],
        ["move", "--from", "\(sandbox.root)/own", "--to", "\(sandbox.root)/service/moved"],
        ["serve", "--port", "0", "--data", data],
        ["serve", "--check", "--port", "0", "--data", data],
      ]
      #expect(
        try await sandbox.market(["demo", "load", "--data", "\(sandbox.root)/own"]).exitCode == 0)
      for words in rows {
        let result = try await sandbox.market(words)
        #expect(result.exitCode == 1 && result.output.isEmpty, "\(words): \(result)")
        let line = "sudo -u nobody market \(words.joined(separator: " "))"
        #expect(result.error.contains("type `\(line)`"), "\(words): \(result.error)")
      }
      // It only reads, and SQLite gives its own files to the owner of the database.
      #expect(try await sandbox.market(["doctor", "--data", data]).exitCode == 0)
      let after = try Self.owners("\(sandbox.root)/service")
      #expect(after.allSatisfy { $0.value == 65_534 }, "\(after)")
      #expect(before.allSatisfy { after[$0.key] != nil }, "\(after)")
    }
  }
}

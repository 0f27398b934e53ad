import Foundation
import MarketTestSupport
import Testing

/// Commands whose output cannot be written.
@Suite(.timeLimit(.minutes(60)))
struct LostOutputTests {
  private static let add =
    "add --name 'Oak mug' --price 12000원 --stock 3 --description 'Turned from one piece.' "
    + "--image front.jpg"

  @Test(arguments: [">/dev/full", ">&-", "2>/dev/full", "2>&-", "| :"])
  func `a change is not reported as failed if its output cannot be written`(
    redirection: String
  ) async throws {
    try await Sandbox.run { sandbox in
      var launch = sandbox.launch([])
      // The exit code is that of `market`, not that of the reader of a pipe.
      let script = "{ \"$0\" \(Self.add); echo code $? >code; } \(redirection)"
      launch.executable = "/bin/sh"
      launch.arguments = ["-c", script, Sandbox.binary]
      let result = try await sandbox.run(launch)
      let code = try #require(sandbox.text(of: "code"))
      #expect(code == "code 8\n", "\(result)")
      if !redirection.hasPrefix("2") {
        #expect(result.error.contains("the change was made"), "\(result)")
        #expect(result.error.contains("Oak mug"), "\(result)")
      } else {
        #expect(result.output.contains("Oak mug"), "\(result)")
      }
      let listed = try await sandbox.market(["list", "--mine", "--fields", "name"])
      #expect(listed.output == "Oak mug\n")
    }
  }

  @Test func `a list that cannot be written names its output`() async throws {
    try await Sandbox.run { sandbox in
      var launch = sandbox.launch([])
      launch.executable = "/bin/sh"
      launch.arguments = [
        "-c", "{ \"$0\" list; echo code $? >code; } >/dev/full", Sandbox.binary,
      ]
      let result = try await sandbox.run(launch)
      #expect(sandbox.text(of: "code") == "code 1\n")
      #expect(result.error == "error: stdout cannot be written: No space left on device\n")
    }
  }

  @Test func `list succeeds if the reader of its output closes the pipe`() async throws {
    try await Sandbox.run { sandbox in
      var launch = sandbox.launch([])
      launch.executable = "/bin/sh"
      launch.arguments = [
        "-c", "{ \"$0\" list; echo code $? >code; } | :", Sandbox.binary,
      ]
      _ = try await sandbox.run(launch)
      #expect(sandbox.text(of: "code") == "code 0\n")
    }
  }
}

extension Sandbox {
  fileprivate func text(of name: String) -> String? {
    try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }
}

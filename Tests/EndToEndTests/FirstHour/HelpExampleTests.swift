import CommandLanguage
import MarketShell
import MarketTestSupport
import Messages
import Testing

/// The examples of `help`, typed one after the other. What they do is tested elsewhere
/// (`RegistryTests`); this is about the terminal.
@Suite(.timeLimit(.minutes(60)))
struct HelpExampleTests {
  /// Examples that are left out, with the reason.
  private static let leftOut: [String: String] = [
    "demo load --count 100000": "it takes long",
    "move --to postgresql:///market": "it needs a database",
    "run - --yes": "it reads until the end of the input",
    "quit": "it ends the session",
    "add --from shoot": "it needs a folder of photos",
    "open 12": "it starts other programs", "open @MUG-01 1": "it starts other programs",
  ]

  private static var examples: [String] {
    CommandRegistry.specs.filter { !["watch", "serve"].contains($0.name) }.flatMap(\.examples)
      .map { $0.text(in: .english) }.filter { leftOut[$0] == nil }
  }

  @Test(arguments: [(80, 24), (110, 40)])
  func `after each example of help the prompt is back, and the next key arrives`(
    _ columns: Int, _ rows: Int
  ) async throws {
    #expect(Self.examples.count > 100)
    try await Sandbox.run { sandbox in
      let launch = Launch(
        executable: Sandbox.binary, arguments: [],
        environment: Newcomer(sandbox: sandbox).environment("en_US.UTF-8"), folder: sandbox.folder)
      let terminal = try PseudoTerminal.open(launch, columns: columns, rows: rows)
      defer { terminal.child.end() }
      let walk = Walk(terminal: terminal, prompt: "market", source: "help")
      _ = try await walk.begin()
      try await walk.settle(
        #"add --name "Oak mug" --price 12000원 --code MUG-01 --image front.jpg --description "Oak.""#
      )
      for example in Self.examples { try await walk.settle(example) }
      try await walk.leave("quit")
    }
  }
}

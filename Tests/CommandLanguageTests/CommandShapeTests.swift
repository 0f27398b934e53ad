import Foundation
import Messages
import Testing

@testable import CommandLanguage

/// The protocol that a module of commands declares.
private protocol Command {
  static var spec: CommandSpec { get }
  static func run(_ input: Input, in session: Session) async throws -> String
}

private struct Session: Sendable {
  let canDraw: Bool
}

/// A command in one file.
private enum DrawCommand: Command {
  static let listing = Argument<ListingTarget>("listing", help: "an id, or a code such as @MUG-01")
  static let pictures = Flag("pictures", help: "draw its pictures", default: .whenTerminalCan)
  static let limit = Option("limit", short: "n", help: "how many", default: Count(3))
  static let ref = Option<SellerCode?>("ref", help: "its code")

  static let spec = CommandSpec(
    "draw", group: .look, summary: "Draw one listing",
    grammar: [listing, pictures, limit, ref], examples: ["draw 12", "draw @MUG-01 --no-pictures"])

  static func run(_ input: Input, in session: Session) async throws -> String {
    let draws =
      switch input[pictures] {
      case .on: true
      case .off: false
      case .whenTerminalCan: session.canDraw
      }
    return "\(input[listing]) \(draws) \(input[limit].value) \(input[ref]?.text ?? "-")"
  }
}

@Suite(.timeLimit(.minutes(60))) struct CommandShapeTests {
  private let registry: [any Command.Type] = [DrawCommand.self]

  private func run(_ line: String) async throws -> String {
    let parser = Parser(commands: registry.map { $0.spec })
    let words = try Variables().words(of: #require(Tokenizer.read(line).commands.first))
    let (spec, input) = try parser.parse(words, in: tuesday).checked()
    let command = try #require(registry.first { $0.spec.name == spec.name })
    return try await command.run(input, in: Session(canDraw: true))
  }

  @Test func `a command reads its own parameters`() async throws {
    #expect(try await run("draw 12") == "12 true 3 -")
    #expect(try await run("draw @A --no-pictures -n 5 --ref B") == "@A false 5 B")
  }

  @Test func `a form keeps the values that were given`() throws {
    let parsed = try parse("add --name Mug")
    let error = #expect(throws: UsageError.self) { try parsed.checked() }
    #expect(error?.isOnlyIncomplete == true)
    #expect(parsed.input.value(of: AddTestCommand.name)?.value == "Mug")
    #expect(parsed.input.value(of: AddTestCommand.price) == nil)
    #expect(try AddTestCommand.price.read(text: "12,000", in: tuesday).amount == 12_000)
    #expect(throws: ValueProblem.empty) { try AddTestCommand.name.read(text: " ", in: tuesday) }
    #expect(throws: ValueProblem.outOfRange("1", "1000")) {
      try ListTestCommand.page.read(text: "1001", in: tuesday)
    }
  }

  @Test func `an error is not only incomplete if something is wrong`() throws {
    let parsed = try parse("add --nmae Mug")
    let error = #expect(throws: UsageError.self) { try parsed.checked() }
    #expect(error?.isOnlyIncomplete == false)
  }
}

import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum LetCommand: Command {
  static let name = Argument<VariableName?>("name", help: "a name such as SEASON").role(
    .variableName)
  static let value = Argument<[PossiblyEmptyText]>("value", help: "what $NAME stands for").role(
    .variableValue)

  static let spec = CommandSpec(
    "let", group: .shell, summary: "Give a name to a text, or list the names",
    discussion: "A variable is used as $NAME, plainly or in double quotes.",
    effect: .changesShell, traits: .runsInDryRun, grammar: [name, value],
    examples: ["let SEASON \"Autumn sale\"", "let"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    guard let name = input[name]?.text else { return .table(table(context.memory.variables)) }
    let words = input[value].map(\.value)
    if words.isEmpty {
      guard let text = context.memory.variables[name] else {
        throw SellerError.noSuchVariable(name)
      }
      return .record(Record([(.init(name, .text(text)))]))
    }
    context.memory.variables[name] = words.joined(separator: " ")
    return .none
  }

  private static func table(_ variables: Variables) -> PlainTable {
    PlainTable(
      columns: [.init("name"), .init("value")],
      rows: variables.names.map { [.text($0), .text(variables[$0])] },
      emptyState: EmptyState(
        reason: "No variables yet.", lead: "Make one", try: "let SEASON \"Autumn sale\""))
  }
}

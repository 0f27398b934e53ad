import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum LetCommand: Command {
  static let name = Argument<VariableName?>("name", help: "a name such as SEASON").role(
    .variableName)
  static let value = Argument<[PossiblyEmptyText]>("value", help: "the text that $NAME stands for")
    .role(.variableValue)

  static let spec = CommandSpec(
    "let", aliases: ["변수"], group: .shell, summary: "Set a variable, or list variables",
    discussion: "A variable is used as $NAME, without quotes or in double quotes.",
    effect: .changesShell, grammar: [name, value],
    examples: ["let SEASON \"Autumn sale\"", "let"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    guard let name = input[name]?.text else { return .table(table(context.memory.variables)) }
    let words = input[value].map(\.value)
    if words.isEmpty {
      guard let text = context.memory.variables[name] else {
        throw SellerError.noSuchVariable(name)
      }
      return .record(Record([.init(name, label: "\(name)", .text(text))]))
    }
    let text = words.joined(separator: " ")
    guard text.utf8.count <= Variables.byteLimit else {
      let problem = ValueProblem.tooManyBytes(limit: Variables.byteLimit)
      throw UsageError(
        command: spec.name, problems: [UsageProblem(.badValue("", problem))], typed: [])
    }
    context.memory.variables[name] = text
    return .none
  }

  private static func table(_ variables: Variables) -> PlainTable {
    PlainTable(
      columns: [.init("name", title: "name"), .init("value", title: "value")],
      rows: variables.names.map { [.text($0), .text(variables[$0])] },
      emptyState: EmptyState(
        reason: "No variables yet.", lead: "Set one", try: "let SEASON \"Autumn sale\""))
  }
}

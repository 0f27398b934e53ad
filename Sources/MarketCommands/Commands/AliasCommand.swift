import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum AliasCommand: Command {
  static let name = Argument<Text?>("name", help: "one word, in any script")
  static let command = Argument<[PossiblyEmptyText]>(
    "command", help: "what it stands for, in quotes")
  static let removes = Flag("remove", help: "forget the name")

  static let spec = CommandSpec(
    "alias", group: .shell, summary: "Give a short name to a command, or list the names",
    discussion: """
      What stands behind the name in a line is put behind the command: with alias m 'list --mine', \
      m --sold-out is list --mine --sold-out. In single quotes $NAME is filled in when the alias \
      is used. Aliases act at the prompt and last until it ends; those in marketrc are there each \
      time.
      """,
    effect: .changesShell, traits: .isAboutPrompt, fields: ["name", "command"],
    grammar: [name, command, removes],
    examples: ["alias m 'list --mine'", "alias 내것 'list --mine'", "alias m --remove", "alias"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    guard let typed = input[name]?.value else {
      return .table(table(context.memory.aliases))
    }
    var name = typed
    var words = input[command].map(\.value)
    // `alias m='list --mine'`, the syntax of other shells.
    if words.isEmpty, let equals = typed.firstIndex(of: "=") {
      name = String(typed[..<equals])
      words = [String(typed[typed.index(after: equals)...])]
    }
    if input[removes] { return try remove(name, in: context) }
    if words.isEmpty {
      guard let text = context.memory.aliases[name] else {
        throw unknown(name, in: context)
      }
      return .record(Record(["name": name, "command": text]))
    }
    guard context.scope.mode == .prompt else { throw SellerError.promptCommand("alias") }
    let text = words.count == 1 ? words[0] : words.map(Quoting.quote).joined(separator: " ")
    var aliases = context.memory.aliases
    try aliases.add(name, text)
    context.memory.aliases = aliases
    return .none
  }

  private static func remove(_ name: String, in context: CommandContext) throws -> Output {
    guard context.memory.aliases[name] != nil else { throw unknown(name, in: context) }
    context.memory.aliases.remove(name)
    return .reply("\(name) means nothing any more.")
  }

  private static func unknown(_ name: String, in context: CommandContext) -> SellerError {
    let names = context.memory.aliases.names
    return .badAlias(name, .unknown(nearest: NearMiss.nearest(to: name, among: names)))
  }

  private static func table(_ aliases: Aliases) -> PlainTable {
    PlainTable(
      columns: [.init("name"), .init("command")],
      rows: aliases.names.map { [.text($0), .text(aliases[$0])] },
      emptyState: EmptyState(
        reason: "No aliases yet.", lead: "Make one", try: "alias m 'list --mine'"))
  }
}

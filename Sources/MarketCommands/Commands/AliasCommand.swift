import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum AliasCommand: Command {
  static let name = Argument<Text?>("name", help: "one word, in any script")
  static let command = Argument<[PossiblyEmptyText]>(
    "command", help: "the command, in quotes")
  static let removes = Flag("remove", help: "delete the alias")

  static let spec = CommandSpec(
    "alias", group: .shell, summary: "Define a short name for a command, or list aliases",
    discussion: """
      Words after an alias are added to its command: with alias m 'list --mine', m --sold-out is \
      list --mine --sold-out. In single quotes, $NAME is replaced when the alias is used. Aliases \
      work at the prompt and last until it ends; define those that you always need in marketrc.
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
      return .record(
        Record([
          .init("name", label: "name", .text(name)),
          .init("command", label: "command", .text(text)),
        ]))
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
    return .reply("Deleted the alias \(name).")
  }

  private static func unknown(_ name: String, in context: CommandContext) -> SellerError {
    let names = context.memory.aliases.names
    return .badAlias(name, .unknown(nearest: NearMiss.nearest(to: name, among: names)))
  }

  private static func table(_ aliases: Aliases) -> PlainTable {
    PlainTable(
      columns: [.init("name", title: "name"), .init("command", title: "command")],
      rows: aliases.names.map { [.text($0), .text(aliases[$0])] },
      emptyState: EmptyState(
        reason: "No aliases yet.", lead: "Define one", try: "alias m 'list --mine'"))
  }
}

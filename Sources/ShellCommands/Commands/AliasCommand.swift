import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum AliasCommand: Command {
  static let name = Argument<Text?>("name", help: "one word, in any script")
  static let command = Argument<[PossiblyEmptyText]>("command", help: "the command, in quotes")
  static let removes = Flag("remove", help: "delete the alias")
  static let keeps = Flag("keep", help: "for all later prompts, too")

  static let spec = CommandSpec(
    "alias", aliases: ["별칭"], group: .shell,
    summary: "Define a short name for a command, or list aliases",
    discussion: """
      Words after an alias are added to its command: with alias m 'list --mine', m --sold-out is \
      list --mine --sold-out. With $1, $2 … the words after it go to these places: \
      alias cheap 'mine --max-price $1' --keep. In single quotes, $NAME is replaced when the alias is \
      used. Aliases work at the prompt and last until it ends; those with --keep come back with every \
      prompt, like those in marketrc.
      """,
    effect: .changesShell, traits: .isAboutPrompt, fields: ["name", "command", "kept"],
    grammar: [name, command, removes, keeps],
    examples: [
      "alias m 'list --mine'", "alias m 'mine --below 3' --keep", "alias 내것 'list --mine'",
      "alias m --remove", "alias",
    ])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    guard let typed = input[name]?.value else { return .table(try table(in: context)) }
    var name = typed
    var words = input[command].map(\.value)
    // `alias m='list --mine'`, the syntax of other shells.
    if words.isEmpty, let equals = typed.firstIndex(of: "=") {
      name = String(typed[..<equals])
      words = [String(typed[typed.index(after: equals)...])]
    }
    if input[removes] { return try remove(name, in: context) }
    if words.isEmpty {
      guard let text = try aliases(in: context)[name] else { throw try unknown(name, in: context) }
      return .record(
        Record([
          .init("name", label: "name", .text(name)),
          .init("command", label: "command", .text(text)),
        ]))
    }
    guard context.scope.mode == .prompt || input[keeps] else {
      throw SellerError.promptCommand("alias")
    }
    let text = words.count == 1 ? words[0] : words.map(Quoting.quote).joined(separator: " ")
    var aliases = context.memory.aliases
    if context.scope.mode == .script { aliases = try SavedAliases(context.environment).aliases }
    try aliases.add(name, text, besides: context.shell.parser.commands)
    if context.scope.mode == .prompt { context.memory.aliases = aliases }
    guard input[keeps] else {
      if context.scope.isInScript { return .none }
      return context.confirmation(
        "\(name) is an alias until you quit; `\(command: "--keep")` makes it one for all prompts.")
    }
    try SavedAliases(context.environment).set(name, to: text)
    return context.confirmation("All prompts have the alias \(name) from now on.")
  }

  /// The aliases of this prompt; elsewhere those of all prompts.
  private static func aliases(in context: CommandContext) throws -> Aliases {
    context.scope.mode == .prompt
      ? context.memory.aliases : try SavedAliases(context.environment).aliases
  }

  private static func remove(_ name: String, in context: CommandContext) throws -> Output {
    guard try aliases(in: context)[name] != nil else { throw try unknown(name, in: context) }
    context.memory.aliases.remove(name)
    try SavedAliases(context.environment).set(name, to: nil)
    return .reply("Deleted the alias \(name).")
  }

  private static func unknown(_ name: String, in context: CommandContext) throws -> SellerError {
    let names = try aliases(in: context).names
    return .badAlias(name, .unknown(nearest: NearMiss.nearest(to: name, among: names)))
  }

  private static func table(in context: CommandContext) throws -> PlainTable {
    let aliases = try aliases(in: context)
    let kept = try SavedAliases(context.environment).read()
    return PlainTable(
      columns: [
        .init("name", title: "name"), .init("command", title: "command"),
        .init("kept", title: "kept", dropOrder: 0),
      ],
      rows: aliases.names.map { [.text($0), .text(aliases[$0]), .flag(kept[$0] != nil)] },
      emptyState: EmptyState(
        reason: "No aliases yet.", lead: "Define one", try: "alias m 'list --mine'"))
  }
}

/// Help made from the specs: of one command, of all, and as a table for the papers.

/// Pure functions; no color and no terminal.
public struct Help: Sendable {
  private let layout: HelpLayout

  /// - Parameters:
  ///   - width: columns to fill.
  ///   - measure: how many columns a text takes; letters are counted unless told otherwise.
  public init(width: Int = 80, measure: @escaping @Sendable (String) -> Int = { $0.count }) {
    layout = HelpLayout(width: width, measure: measure)
  }

  /// Everything about one command: usage, arguments, options, examples, other names.
  public func lines(for spec: CommandSpec) -> [HelpLine] {
    var lines = [HelpLine([(.heading, "usage: "), (.usage, HelpText.usage(spec))]), .blank]
    lines += layout.wrap(spec.summary + ".", indent: 0).map { HelpLine(.text, $0) }
    if !spec.discussion.isEmpty {
      lines += [.blank] + layout.wrap(spec.discussion, indent: 0).map { HelpLine(.text, $0) }
    }
    lines += part("Arguments", spec.arguments)
    lines += part("Options", spec.options)
    if !spec.examples.isEmpty {
      lines += [.blank, HelpLine(.heading, "Examples")]
      lines += spec.examples.map { HelpLine([(.space, "  "), (.example, $0)]) }
    }
    if !spec.aliases.isEmpty {
      lines += [.blank]
      lines += layout.wrap("Also: \(spec.aliases.joined(separator: ", "))", indent: 0)
        .map { HelpLine(.text, $0) }
    }
    return lines
  }

  /// All commands by groups, then the options that may stand anywhere.
  public func overview(of commands: [CommandSpec], process: [any Parameter] = []) -> [HelpLine] {
    var lines: [HelpLine] = []
    for group in CommandGroup.allCases {
      let members = commands.filter { $0.group == group }
      if members.isEmpty { continue }
      if !lines.isEmpty { lines.append(.blank) }
      lines.append(HelpLine(.heading, group.title))
      lines += layout.rows(members.map { ($0.name, $0.summary) }, .command)
    }
    return lines + part("Everywhere", process.map(\.facts))
  }

  /// A Markdown table, one row a command: its names, what it does, its options.
  public static func markdown(of commands: [CommandSpec]) -> String {
    var lines = ["| command | what it does | options |", "| --- | --- | --- |"]
    for group in CommandGroup.allCases {
      for spec in commands where spec.group == group {
        let names = ([HelpText.usage(spec, withOptions: false)] + spec.aliases).map(code)
        let options = spec.options.map { code(HelpText.synopsis($0)) }
        lines.append(
          "| \(names.joined(separator: ", ")) | \(escaped(spec.summary)) "
            + "| \(options.joined(separator: " ")) |")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func part(_ title: String, _ facts: [ParameterFacts]) -> [HelpLine] {
    if facts.isEmpty { return [] }
    let rows = facts.map { (HelpText.synopsis($0), HelpText.explanation($0)) }
    return [.blank, HelpLine(.heading, title)] + layout.rows(rows, .parameter)
  }

  private static func code(_ text: String) -> String { "`\(escaped(text))`" }

  private static func escaped(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}

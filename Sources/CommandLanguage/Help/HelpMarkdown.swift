public import Messages

/// The reference in Markdown, from command specs and help topics.
public struct HelpMarkdown: Sendable {
  private let catalog: MessageCatalog

  /// - Parameter catalog: the language.
  public init(catalog: MessageCatalog = .english) { self.catalog = catalog }

  /// A table of all commands, the global options, and a section for each command and topic.
  public func reference(
    commands: [CommandSpec], process: [any Parameter], topics: [HelpTopic]
  ) -> String {
    let commands = CommandGroup.allCases.flatMap { group in
      commands.filter { $0.group == group }
    }
    var blocks = ["# \(prose("Commands"))", overview(of: commands)]
    blocks += table("Global options", process.map { row($0.facts) }, level: "##")
    blocks += commands.flatMap(blocks(of:))
    if !topics.isEmpty { blocks.append("# \(prose("Topics"))") }
    blocks += topics.flatMap(blocks(of:))
    return Self.text(blocks)
  }

  public func sections(of commands: [CommandSpec]) -> String {
    Self.text(commands.flatMap(blocks(of:)))
  }

  public func section(of topic: HelpTopic) -> String { Self.text(blocks(of: topic)) }
}

// Blocks are separated by empty lines.
extension HelpMarkdown {
  private func overview(of commands: [CommandSpec]) -> String {
    let rows = commands.map { spec in
      let usage = HelpText.usageOfArguments(spec).text(in: catalog)
      let names = ([usage] + HelpText.otherNames(of: spec, in: catalog)).map(Self.code)
      return (names.joined(separator: ", "), prose(spec.summary))
    }
    return Self.table(prose("command"), prose("what it does"), rows)
  }

  private func blocks(of spec: CommandSpec) -> [String] {
    var blocks = ["## \(Self.code(spec.name))", prose("\(spec.summary).")]
    blocks.append(Self.codeBlock([HelpText.usage(spec).text(in: catalog)]))
    if !spec.discussion.isEmpty { blocks.append(prose(spec.discussion)) }
    blocks += table("Arguments", spec.arguments.map(row), level: "###")
    blocks += table("Options", spec.options.map(row), level: "###")
    if !spec.examples.isEmpty {
      blocks += [
        "### \(prose("Examples"))", Self.codeBlock(spec.examples.map { $0.text(in: catalog) }),
      ]
    }
    let others = HelpText.otherNames(of: spec, in: catalog)
    if !others.isEmpty { blocks.append(prose("Other names: \(list(others))", names: { $0 })) }
    return blocks
  }

  private func blocks(of topic: HelpTopic) -> [String] {
    var blocks = ["## \(Self.code(topic.name))", prose("\(topic.summary).")]
    for part in topic.parts {
      switch part {
      case .paragraph(let text): blocks.append(prose(text))
      case .table(let title, let rows):
        blocks += table(
          title, rows.map { (Self.code($0.term.text(in: catalog)), prose($0.text)) }, level: "###")
      }
    }
    blocks.append(prose(HelpText.seeAlso(topic)))
    return blocks
  }

  private func table(_ title: Message, _ rows: [(String, String)], level: String) -> [String] {
    rows.isEmpty ? [] : ["\(level) \(prose(title))", Self.table("", "", rows)]
  }

  private func row(_ facts: ParameterFacts) -> (String, String) {
    (
      Self.code(HelpText.synopsis(facts, in: catalog).text(in: catalog)),
      prose(HelpText.explanation(facts))
    )
  }

  private func list(_ commands: [String]) -> Message {
    Message.list(commands.map { "\(command: $0)" })
  }

  /// Text with commands as code.
  ///
  /// - Parameter names: what writes the commands instead of the catalog.
  private func prose(_ message: Message, names: (@Sendable (String) -> String)? = nil) -> String {
    message.pieces(in: names.map(catalog.naming) ?? catalog).map { piece in
      piece.kind == .command ? Self.code(piece.text) : Self.escaped(piece.text)
    }.joined().replacing("\n", with: "\n\n")
  }
}

// The syntax of Markdown.
extension HelpMarkdown {
  private static func text(_ blocks: [String]) -> String { blocks.joined(separator: "\n\n") + "\n" }

  private static func table(
    _ first: String, _ second: String, _ rows: [(String, String)]
  ) -> String {
    (["| \(first) | \(second) |", "| --- | --- |"] + rows.map { "| \($0.0) | \($0.1) |" })
      .joined(separator: "\n")
  }

  private static func codeBlock(_ lines: [String]) -> String {
    (["```"] + lines + ["```"]).joined(separator: "\n")
  }

  /// A code span. A table needs `|` escaped even there.
  private static func code(_ text: String) -> String { "`\(text.replacing("|", with: "\\|"))`" }

  /// Without escapes, `<word>` would be HTML and `_` and `*` would mark emphasis.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if "\\`*_<[|".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }
}

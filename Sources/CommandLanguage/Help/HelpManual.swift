public import Messages

/// The manual page in the format of man(7), from command specs and help topics.
public struct HelpManual: Sendable {
  private let catalog: MessageCatalog

  /// - Parameter catalog: the language.
  public init(catalog: MessageCatalog = .english) { self.catalog = catalog }

  /// The page `market.1`.
  ///
  /// - Parameter summary: what the program is, as one line.
  public func page(
    version: String, summary: Message, commands: [CommandSpec], process: [any Parameter],
    topics: [HelpTopic]
  ) -> String {
    let program = "market"
    var lines = [
      ".TH \(program.uppercased()) 1 \"\" \"\(program) \(Self.escaped(version))\"",
      heading("NAME"), "\(program) \\- \(text(summary))", heading("SYNOPSIS"),
      ".B \(program)", text("[global options] [command [arguments] [options]]"),
      heading("GLOBAL OPTIONS"),
    ]
    lines += process.flatMap { item($0.facts) }
    lines.append(heading("COMMANDS"))
    for group in CommandGroup.allCases {
      lines += commands.filter { $0.group == group }.flatMap(section(of:))
    }
    lines += topics.flatMap(section(of:))
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(of spec: CommandSpec) -> [String] {
    var lines = [".SS \(Self.escaped(spec.name))", ".B \(text(HelpText.usage(spec)))"]
    lines += [".PP", text("\(spec.summary).")]
    if !spec.discussion.isEmpty { lines += paragraphs(spec.discussion) }
    lines += (spec.arguments + spec.options).flatMap(item)
    if !spec.examples.isEmpty {
      lines += [".PP", ".nf"] + spec.examples.map { "    market \(text($0))" } + [".fi"]
    }
    return lines
  }

  private func section(of topic: HelpTopic) -> [String] {
    var lines = [".SH \(Self.escaped(topic.name.uppercased()))", text("\(topic.summary).")]
    for part in topic.parts {
      switch part {
      case .paragraph(let message): lines += paragraphs(message)
      case .table(let title, let rows):
        lines.append(".SS \(text(title))")
        for row in rows { lines += [".TP", ".B \(text(row.term))", text(row.text)] }
      }
    }
    return lines
  }

  private func item(_ facts: ParameterFacts) -> [String] {
    [".TP", ".B \(text(HelpText.synopsis(facts, in: catalog)))", text(HelpText.explanation(facts))]
  }

  private func paragraphs(_ message: Message) -> [String] {
    message.text(in: catalog).split(separator: "\n").flatMap { [".PP", Self.escaped($0)] }
  }

  private func heading(_ message: Message) -> String { ".SH \(text(message))" }

  private func text(_ message: Message) -> String { Self.escaped(message.text(in: catalog)) }

  /// Text that roff shows as it is: a dot or an apostrophe at its start would be a request.
  private static func escaped(_ text: some StringProtocol) -> String {
    let line = String(text).replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("\n", with: " ")
    return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }
}

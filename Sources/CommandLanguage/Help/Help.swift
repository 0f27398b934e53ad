public import Messages

/// Help from command specs, without colors and without a terminal.
public struct Help: Sendable {
  private let layout: HelpLayout
  private let catalog: MessageCatalog

  /// - Parameters:
  ///   - width: columns to fill.
  ///   - catalog: the language.
  ///   - measure: the columns that a text takes; the default counts characters.
  public init(
    width: Int = 80, catalog: MessageCatalog = .english,
    measure: @escaping @Sendable (String) -> Int = { $0.count }
  ) {
    layout = HelpLayout(width: width, measure: measure)
    self.catalog = catalog
  }

  /// The help of one command: usage, arguments, options, examples, other names.
  public func lines(for spec: CommandSpec) -> [HelpLine] {
    let usage = text(HelpText.usage(spec))
    var lines = [HelpLine([(.heading, text("usage:") + " "), (.usage, usage)]), .blank]
    lines += paragraphs("\(spec.summary).")
    if !spec.discussion.isEmpty { lines += [.blank] + paragraphs(spec.discussion) }
    lines += part("Arguments", spec.arguments)
    lines += part("Options", spec.options)
    if !spec.examples.isEmpty {
      lines += [.blank, HelpLine(.heading, text("Examples"))]
      lines += spec.examples.map { HelpLine([(.space, "  "), (.example, text($0))]) }
    }
    let others = HelpText.otherNames(of: spec, in: catalog)
    if !others.isEmpty {
      let names = others.map { name -> Message in "\(formatted: name)" }
      lines += [.blank] + paragraphs("Other names: \(Message.list(names))")
    }
    return lines
  }

  /// The usage, all commands by group, then the topics and the global options.
  public func overview(
    of commands: [CommandSpec], usage: [HelpTopic.Row] = [], topics: [HelpTopic] = [],
    process: [any Parameter] = []
  ) -> [HelpLine] {
    var lines: [HelpLine] = []
    if !usage.isEmpty {
      lines.append(HelpLine(.heading, text("Usage")))
      lines += layout.rows(usage.map { (text($0.term), text($0.text)) }, .command)
    }
    for group in CommandGroup.allCases {
      let members = commands.filter { $0.group == group }
      if members.isEmpty { continue }
      if !lines.isEmpty { lines.append(.blank) }
      lines.append(HelpLine(.heading, text(group.title)))
      lines += layout.rows(
        members.map { (HelpText.names($0.name, in: catalog), text($0.summary)) }, .command)
    }
    if !topics.isEmpty {
      lines += [.blank, HelpLine(.heading, text("Topics"))]
      lines += layout.rows(
        topics.map { topic in
          let other = catalog.language == "ko" ? topic.koreanName : nil
          return (
            ([topic.name] + [other].compactMap(\.self)).joined(separator: ", "),
            text(topic.summary)
          )
        }, .command)
    }
    return lines + part("Global options", process.map(\.facts))
  }

  /// The page of a topic: its parts, and where to read on.
  public func lines(for topic: HelpTopic) -> [HelpLine] {
    var lines = layout.wrap(text(topic.summary), indent: 0).map { HelpLine(.heading, $0) }
    for part in topic.parts {
      lines.append(.blank)
      switch part {
      case .paragraph(let message): lines += paragraphs(message)
      case .table(let title, let rows):
        let rows = rows.map { (text($0.term), text($0.text)) }
        lines += [HelpLine(.heading, text(title))] + layout.rows(rows, .parameter)
      }
    }
    return lines + [.blank] + paragraphs(HelpText.seeAlso(topic))
  }

  /// A sentence, wrapped.
  public func lines(for sentence: Message) -> [HelpLine] { paragraphs(sentence) }

  private func text(_ message: Message) -> String { message.text(in: catalog) }

  private func paragraphs(_ message: Message) -> [HelpLine] {
    layout.wrap(text(message), indent: 0).map { HelpLine(.text, $0) }
  }

  private func part(_ title: Message, _ facts: [ParameterFacts]) -> [HelpLine] {
    if facts.isEmpty { return [] }
    let rows = facts.map {
      (text(HelpText.synopsis($0, in: catalog)), text(HelpText.explanation($0)))
    }
    return [.blank, HelpLine(.heading, text(title))] + layout.rows(rows, .parameter)
  }
}

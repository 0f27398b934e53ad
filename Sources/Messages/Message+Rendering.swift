extension Message {
  /// A run of a rendered message that is of one kind.
  public struct Piece: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      /// Words of the catalog's language.
      case text
      /// A number, an amount, a date.
      case value
      /// Untrusted text, already sanitized.
      case data
      /// A command to type, already sanitized.
      case command
    }

    public let kind: Kind
    /// How the part of the message is emphasized; nil if it is not.
    public let emphasis: Emphasis?
    public internal(set) var text: String
  }

  /// The message in the language of a catalog, on one line unless a literal has line breaks.
  public func text(in catalog: MessageCatalog) -> String {
    if case .english = catalog.mode, parts.isEmpty, form == .single { return head }
    var renderer = MessageRenderer(catalog: catalog, output: "")
    renderer.render(self)
    return renderer.output
  }

  /// The message as runs that a screen can style; neighbors differ in kind or emphasis.
  public func pieces(in catalog: MessageCatalog) -> [Piece] {
    var renderer = MessageRenderer(catalog: catalog, output: [Piece]())
    renderer.render(self)
    return renderer.output
  }

  /// The English text, for programs, tests and papers that are English in every language.
  public var english: String { text(in: .english) }
}

/// Where rendered text goes.
protocol MessageOutput {
  mutating func write(_ text: String, _ kind: Message.Piece.Kind, _ emphasis: Message.Emphasis?)
}

extension String: MessageOutput {
  mutating func write(_ text: String, _ kind: Message.Piece.Kind, _ emphasis: Message.Emphasis?) {
    self += text
  }
}

extension [Message.Piece]: MessageOutput {
  mutating func write(_ text: String, _ kind: Message.Piece.Kind, _ emphasis: Message.Emphasis?) {
    guard !text.isEmpty else { return }
    if let last, last.kind == kind, last.emphasis == emphasis {
      self[count - 1].text += text
    } else {
      append(Message.Piece(kind: kind, emphasis: emphasis, text: text))
    }
  }
}

/// Renders messages in one language.
struct MessageRenderer<Output: MessageOutput> {
  private let catalog: MessageCatalog
  private let hasBrackets: Bool
  /// The emphasis of the innermost part that has one.
  private var emphasis: Message.Emphasis?
  private(set) var output: Output

  init(catalog: MessageCatalog, output: Output) {
    self.catalog = catalog
    self.output = output
    hasBrackets = if case .bracketing = catalog.mode { true } else { false }
  }

  mutating func render(_ message: Message) {
    switch catalog.mode {
    case .english: break
    case .bracketing(let observe): observe(message.key)
    case .translated(let translation):
      if let pattern = translation(message) { return render(pattern, message.parts) }
    }
    let chosen = message.chosen
    write(chosen.head)
    for part in chosen.parts {
      render(part.value)
      write(part.literal)
    }
  }

  private mutating func render(_ pattern: MessagePattern, _ parts: [Message.Part]) {
    for element in pattern.elements {
      switch element {
      case .text(let text): write(text)
      case .value(let index): render(parts[index].value)
      case .particle(let index, let particle):
        var text = MessageRenderer<String>(catalog: catalog, output: "")
        text.render(parts[index].value)
        write(particle.form(after: text.output))
      }
    }
  }

  private mutating func render(_ value: Message.Value) {
    switch value {
    case .count(let count, let isGrouped):
      write(isGrouped ? Self.grouped(count) : String(count), .value)
    case .data(let text): write(UntrustedText.cleaned(text, keepsLines: false), .data)
    case .formatted(let text): write(text, .value)
    case .command(let text):
      write(UntrustedText.cleaned(catalog.command(text), keepsLines: false), .command)
    case .message(let message): render(message)
    case .emphasized(let message, let inner):
      let outer = emphasis
      emphasis = inner
      render(message)
      emphasis = outer
    }
  }

  private mutating func write(_ text: String) {
    write(hasBrackets && !text.isEmpty ? "⟦\(text)⟧" : text, .text)
  }

  private mutating func write(_ text: String, _ kind: Message.Piece.Kind) {
    output.write(text, kind, emphasis)
  }

  private static func grouped(_ count: Int) -> String {
    var digits = String(count.magnitude)
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
      place -= 3
    }
    return count < 0 ? "-" + digits : digits
  }
}

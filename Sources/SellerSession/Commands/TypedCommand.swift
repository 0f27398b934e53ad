package import CommandLanguage
import Foundation
import MarketRender

/// Writes a suggested command for where it will be typed: at the prompt as it is, otherwise as
/// arguments of the program for a POSIX shell.
package struct TypedCommand: Sendable {
  /// Whether the command will be typed in the system shell.
  package let isOutside: Bool
  /// The market that the command before it named with `--market`.
  package let market: String?
  /// The grammar of all commands.
  package let parser: Parser

  package init(isOutside: Bool, market: String?, parser: Parser) {
    self.isOutside = isOutside
    self.market = market
    self.parser = parser
  }

  /// Returns the line to type. Options without a command, such as `--allow zero`, stay as they are.
  package func line(_ command: String) -> String {
    guard !command.hasPrefix("-"), case .complete(let all) = Tokenizer.read(command),
      all.count == 1, var words = try? Variables().words(of: all[0])
    else { return command }
    let spec = parser.parse(words, in: Self.anyTime).spec
    var more = market.flatMap { isAboutMarket(spec, words) ? ["--market", $0] : nil } ?? []
    guard isOutside, !isForPrompt(spec) else {
      // An option in quotes would be a value.
      return more.isEmpty ? command : "\(command) \(more[0]) \(Quoting.quote(more[1]))"
    }
    // A single command has no later ones.
    if isShortLived(spec, words) { more.append("--default") }
    words += Word.words(arguments: more)
    return (["market"] + words.map { Self.argument($0.text, isQuoted: $0.isQuoted) }).joined(
      separator: " ")
  }

  /// Whether the command only works in a prompt or a script, such as `let`.
  private func isForPrompt(_ spec: CommandSpec?) -> Bool {
    guard let spec, spec.effect == .changesShell else { return false }
    return spec.traits.contains(.isAboutPrompt) || spec.has(.variableName)
  }

  /// Whether the command switches the market for later commands only.
  private func isShortLived(_ spec: CommandSpec?, _ words: [Word]) -> Bool {
    guard let spec, spec.traits.contains(.switchesMarket) else { return false }
    let option = spec.options.first { $0.shown == "--default" }
    return option != nil && !words.contains { $0.text == "--default" }
  }

  private static let anyTime = ReadingContext(now: .distantPast, timeZone: .gmt)

  /// Whether the command is about the listings or drafts of a market and does not name the market
  /// itself.
  private func isAboutMarket(_ spec: CommandSpec?, _ words: [Word]) -> Bool {
    guard let spec, !words.contains(where: { $0.text.hasPrefix("--market") }) else { return false }
    return spec.fields.contains(ListingField.id.rawValue)
      || spec.arguments.contains { $0.completion == .draft }
  }

  /// A word for a POSIX shell, in double quotes if they are enough.
  package static func argument(_ text: String, isQuoted: Bool = false) -> String {
    let special = Set(" \t\n\"'\\$`!&|;<>()#~*?[]{}")
    guard text.isEmpty || isQuoted || text.contains(where: special.contains) else {
      return text
    }
    let areDoubleEnough = !text.contains { "\"\\$`!".contains($0) }
    return areDoubleEnough ? "\"\(text)\"" : "'\(text.replacing("'", with: "'\\''"))'"
  }
}

extension CommandContext {
  /// How a suggested command is written.
  package var typedCommand: TypedCommand {
    TypedCommand(
      isOutside: scope.mode == .script, market: options.market, parser: shell.parser)
  }
}

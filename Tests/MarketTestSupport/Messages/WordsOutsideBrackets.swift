public import CommandLanguage
import Foundation
import Messages

/// Finds words that do not come from messages in output that was rendered with
/// `MessageCatalog.bracketing`.
///
/// Values are outside of brackets, too, so each word there must be known: the name of a command, an
/// option or a topic, something that was typed, or sample data.
public struct WordsOutsideBrackets: Sendable {
  private var words: Set<String> = []
  /// Values that are known as a whole, not word by word.
  private var phrases: Set<String> = []
  /// Names that are the same in every language: a program, a unit of settings, and the folder of
  /// `photo prepare`.
  private static let names = ["curl", "GB", "prepared"]

  /// - Parameters:
  ///   - specs: all commands; their names, options, choices, placeholders and examples are known.
  ///   - process: the options of all commands.
  ///   - topics: the topics of help, whose terms are known.
  public init(specs: [CommandSpec], process: [any Parameter], topics: [HelpTopic]) {
    for name in Self.names { allow(name) }
    for spec in specs {
      for text in [spec.name] + spec.aliases + spec.fields { allow(text) }
      for example in spec.examples { allow(example.english) }
      for parameter in spec.arguments + spec.options { allow(parameter) }
    }
    for parameter in process { allow(parameter.facts) }
    for topic in topics {
      allow(topic.name)
      for case .table(_, let rows) in topic.parts {
        for row in rows { allow(row.term.english) }
      }
    }
  }

  private mutating func allow(_ parameter: ParameterFacts) {
    for text in [parameter.name, parameter.sample] + parameter.otherNames {
      allow(text)
    }
    allow(parameter.defaultText ?? "")
    allow(parameter.short.map(String.init) ?? "")
    if case .choice(let names) = parameter.completion { for name in names { allow(name) } }
  }

  /// Makes all words of a text known.
  public mutating func allow(_ text: String) {
    words.formUnion(Self.words(in: text).map { $0.lowercased() })
  }

  /// Makes a value of several words known as a whole.
  public mutating func allow(phrase: String) {
    phrases.insert(phrase)
  }

  /// The unknown words of an output that are outside of brackets, each with its line.
  public func find(in output: String) -> [String] {
    var output = output
    // A long phrase may contain a short one. Foundation searches faster than a debug build does.
    for phrase in phrases.sorted(by: { $0.utf8.count > $1.utf8.count }) {
      output = output.replacingOccurrences(of: phrase, with: " ", options: .literal)
    }
    // Paths and addresses.
    output = output.replacing(#/(https?:\/)?\/[^\s⟦⟧]+/#, with: " ")
    var found: [String] = []
    var isInside = false
    for line in output.split(separator: "\n") {
      var outside = ""
      for character in line {
        switch character {
        case "⟦": isInside = true
        case "⟧":
          isInside = false
          outside += " "
        default: if !isInside { outside.append(character) }
        }
      }
      // A word before … may be cut off.
      outside = outside.replacing(#/[^\s…]+…/#, with: " ")
      let unknown = Self.words(in: outside).filter { !words.contains($0.lowercased()) }
      if !unknown.isEmpty { found.append("\(unknown.joined(separator: " ")): \(line)") }
    }
    return found
  }

  private static func words(in text: String) -> [String] {
    text.split { !$0.isLetter }.map(String.init)
  }
}

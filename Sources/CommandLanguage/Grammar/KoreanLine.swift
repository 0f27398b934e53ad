/// Writes commands with their Korean names, for hints that a Korean seller can type.
///
/// Values stay as they are, and so does what has no Korean name: `edit 12 --url x` becomes
/// `수정 12 --url x`.
public struct KoreanLine: Sendable {
  private let names: Lazy<[String: String]>
  /// The commands whose arguments are names of commands, such as `help`.
  private let aboutCommands: Lazy<Set<String>>

  public init(_ commands: [CommandSpec]) {
    names = Lazy {
      commands.reduce(into: [:]) { names, spec in
        guard let korean = spec.koreanName else { return }
        for name in [spec.name] + spec.aliases { names[name] = korean }
      }
    }
    aboutCommands = Lazy {
      Set(
        commands.filter { $0.arguments.contains { $0.completion == .helpSubject } }
          .flatMap { [$0.name] + $0.aliases })
    }
  }

  /// Returns the line of a command, or of options only, in Korean names.
  public func text(_ line: String) -> String {
    let words = Self.words(line)
    let start = words.first == "market" ? 1 : 0
    let rest = words.dropFirst(start)
    let isAboutCommands = rest.count > 1 && aboutCommands.value.contains(rest[start])
    let name = commandName(rest)
    guard name.count > 0 || words[0].hasPrefix("--") else { return line }
    let options = rest.dropFirst(name.count)
    let subject = isAboutCommands ? commandName(options) : (nil, 0)
    let head = words.prefix(start) + [name.korean, subject.0].compactMap(\.self)
    return (head + options.dropFirst(subject.1).map(option)).joined(separator: " ")
  }

  /// The Korean name of the command at the beginning of some words, and its number of words.
  private func commandName(_ words: ArraySlice<String>) -> (korean: String?, count: Int) {
    for count in [2, 1] where words.count >= count {
      let name = words.prefix(count).joined(separator: " ")
      if let korean = names.value[name] { return (korean, count) }
    }
    return (nil, 0)
  }

  private func option(_ word: String) -> String {
    guard word.hasPrefix("--") else { return word }
    let name = word.dropFirst(2).prefix { $0 != "=" && $0 != "," }
    guard let korean = KoreanNames.options[String(name)] else { return word }
    return "--\(korean)\(word.dropFirst(2 + name.count))"
  }

  /// The words of a line at its spaces; what is in quotes is one word.
  private static func words(_ line: String) -> [String] {
    var words = [""]
    var quote: Character?
    for character in line {
      if character == " ", quote == nil {
        words.append("")
        continue
      }
      if character == quote {
        quote = nil
      } else if quote == nil, "\"'".contains(character) {
        quote = character
      }
      words[words.count - 1].append(character)
    }
    return words
  }
}

extension CommandSpec {
  /// The name of the command in Korean; nil if it has none.
  public var koreanName: String? {
    aliases.first { $0.unicodeScalars.contains { ("가"..."힣").contains($0) } }
  }
}

/// Writes commands with their Korean names, for hints that a Korean seller can type. Words of a
/// choice, topics and placeholders get their names, too. Other values stay as they are, and so does
/// what has no Korean name: `edit 12 --bind x` becomes `수정 12 --bind x`.
public struct KoreanLine: Sendable {
  private let commands: [CommandSpec]
  private let specs: Lazy<[String: CommandSpec]>

  public init(_ commands: [CommandSpec]) {
    self.commands = commands
    specs = Lazy {
      commands.reduce(into: [:]) { specs, spec in
        for name in [spec.name] + spec.aliases { specs[name] = spec }
      }
    }
  }

  /// Returns the line of a command, of options only or of words of a choice, in Korean names.
  public func text(_ line: String) -> String {
    let words = Self.words(line)
    let start = words.first == "market" ? 1 : 0
    let rest = words.dropFirst(start)
    let name = commandName(rest)
    guard name.count > 0 || words[0].hasPrefix("--") else { return Self.choice(line) }
    let spec = specs.value[rest.prefix(name.count).joined(separator: " ")]
    let options = rest.dropFirst(name.count)
    var subject: (korean: String?, count: Int) = (nil, 0)
    // The grammar of a command is made when it is first read, so its name alone must not read it.
    if !options.isEmpty, spec?.arguments.contains(where: { $0.completion == .helpSubject }) == true
    {
      subject = topicOrCommand(options)
    }
    let head = words.prefix(start) + [name.korean, subject.korean].compactMap(\.self)
    return (head + values(options.dropFirst(subject.count), of: spec)).joined(separator: " ")
  }

  /// The Korean name of the command at the beginning of some words, and its number of words.
  private func commandName(_ words: ArraySlice<String>) -> (korean: String?, count: Int) {
    for count in [2, 1] where words.count >= count {
      let name = words.prefix(count).joined(separator: " ")
      if let korean = specs.value[name]?.koreanName { return (korean, count) }
    }
    return (nil, 0)
  }

  private func topicOrCommand(_ words: ArraySlice<String>) -> (korean: String?, count: Int) {
    words.first.flatMap { KoreanNames.topics[$0] }.map { ($0, 1) } ?? commandName(words)
  }

  /// The words of a choice that the options of a command take, by their names in both languages, and
  /// those of its arguments, by an empty name.
  private func choices(of spec: CommandSpec) -> [String: [String]] {
    spec.grammar.map(\.facts).reduce(into: [:]) { choices, facts in
      var words = facts.role == .settingValue ? Array(KoreanNames.values.keys) : []
      if case .choice(let choice) = facts.completion { words = choice }
      let names =
        facts.form == .argument
        ? [""] : ([facts.name] + [facts.koreanName].compactMap(\.self)).map { "--\($0)" }
      for name in names where !words.isEmpty { choices[name, default: []] += words }
    }
  }

  /// The words after the name of a command; without a command, options of any.
  private func values(_ words: ArraySlice<String>, of command: CommandSpec?) -> [String] {
    guard !words.isEmpty else { return [] }
    let choices = (command.map { [$0] } ?? commands).map(choices).reduce(into: [:]) { all, some in
      all.merge(some, uniquingKeysWith: +)
    }
    let ownChoices = command == nil ? [] : choices[""] ?? []
    var taken: [String]? = ownChoices
    return words.map { word in
      guard word.hasPrefix("--") else {
        let value = KoreanNames.korean(word, among: taken ?? [])
        if taken != ownChoices { taken = nil }
        return Self.placeholder(value)
      }
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      let choice = choices[parts[0]] ?? []
      taken = parts.count > 1 ? nil : choice
      return
        ([option(parts[0])] + parts.dropFirst().map { KoreanNames.korean($0, among: choice) })
        .joined(separator: "=")
    }
  }

  /// `이름` for `NAME`, and `"대표 이미지=필드"` for `"대표 이미지=COLUMN"`.
  private static func placeholder(_ word: String) -> String {
    for (english, korean) in KoreanNames.placeholders {
      if word == english { return korean }
      for end in ["=\(english)", "=\(english)\""] where word.hasSuffix(end) {
        return word.dropLast(end.count) + end.replacing(english, with: korean)
      }
    }
    return word
  }

  private func option(_ word: String) -> String {
    let name = word.dropFirst(2).prefix { $0 != "," }
    guard let korean = KoreanNames.options[String(name)] else { return word }
    return "--\(korean)\(word.dropFirst(2 + name.count))"
  }

  /// One word of a choice, or several such as `on | off`.
  private static func choice(_ line: String) -> String {
    line.split(separator: "|", omittingEmptySubsequences: false).map { part in
      let word = part.filter { $0 != " " }
      return part.replacing(word, with: KoreanNames.values[word] ?? word)
    }.joined(separator: "|")
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

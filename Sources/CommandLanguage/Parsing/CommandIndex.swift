/// All names of all commands by the pressed keys, whatever the keyboard layout.
struct CommandIndex: Sendable {
  enum Finding {
    /// The command, and the number of words of its name.
    case found(CommandSpec, words: Int)
    /// The first word of two-word commands, and the possible second words.
    case incomplete(choices: [String])
    case unknown(nearest: [String])
  }

  private var specs: [String: CommandSpec] = [:]
  /// The second words of two-word commands by the keys of the first.
  private var seconds: [String: [String]] = [:]
  private var firstWords: [(word: String, main: String)] = []

  init(_ commands: [CommandSpec]) {
    for spec in commands {
      for name in [spec.name] + spec.aliases {
        let words = name.split(separator: " ").map(String.init)
        guard let first = words.first else { continue }
        let main = spec.name.split(separator: " ").first.map(String.init) ?? spec.name
        firstWords.append((first, main))
        if words.count > 1 { seconds[Dubeolsik.keys(first), default: []].append(words[1]) }
        let keys = Dubeolsik.keys(name)
        if specs[keys] == nil { specs[keys] = spec }
      }
    }
  }

  /// - Parameter seeksNearest: whether to look for similar names, which is slow.
  func find(_ first: Word, followedBy second: Word?, seeksNearest: Bool = true) -> Finding {
    let keys = Dubeolsik.keys(first.text)
    if let second, let spec = specs[keys + " " + Dubeolsik.keys(second.text)] {
      return .found(spec, words: 2)
    }
    if let spec = specs[keys], !keys.contains(" ") { return .found(spec, words: 1) }
    if let choices = seconds[keys] { return .incomplete(choices: choices) }
    return .unknown(nearest: seeksNearest ? nearest(to: first.text) : [])
  }

  /// The similar names; of several names of one command, the main one.
  private func nearest(to text: String) -> [String] {
    let found = NearMiss.all(near: text, among: firstWords.map(\.word))
    if Set(found).count < 2 { return Array(found.prefix(1)) }
    var mains: [String] = []
    for name in found {
      guard let main = firstWords.first(where: { $0.word == name })?.main else { continue }
      if !mains.contains(main) { mains.append(main) }
    }
    return mains
  }
}

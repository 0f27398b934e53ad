/// A generator of malformed variants of valid command lines.
///
/// Most keep the command name, because otherwise nothing parses the rest.
public struct LineMutation: Sendable {
  private static let mostScalars = 24
  /// The inserted pieces: complete and incomplete syntax, characters of every width, controls,
  /// combining marks.
  private static let pieces = [
    "\"", "'", "\\", "$", "${", "}", ";", "#", " # ", "\n", "\r\n", "\t", "--", "-", "=", "@", "..",
    ",", "*", "[", "~", "\u{0}", "\u{1B}[2J", "\u{85}", "\u{FEFF}", "\u{301}", "\u{200D}", "👩‍🚒",
    "한", "ㅎ", "\u{1112}\u{1161}", "\u{A0}", "\u{3000}", "９", "-–—", "원", "만", "\u{202E}",
    "999999999999999999999999", "--no-", "\\\n",
  ]

  /// The command name with the following space, and the rest of the line.
  private let seeds: [(name: [Unicode.Scalar], rest: [Unicode.Scalar])]

  /// - Parameters:
  ///   - seeds: valid command lines.
  ///   - names: the command names, which stay unchanged.
  public init(of seeds: [String], names: [String]) {
    let names = names.sorted { $0.count > $1.count }
    self.seeds = seeds.map { seed in
      let name = names.first { seed.hasPrefix($0 + " ") || seed == $0 }
      let scalars = Array(seed.unicodeScalars)
      let length = name.map { min($0.unicodeScalars.count + 1, scalars.count) } ?? 0
      return (Array(scalars[..<length]), Array(scalars[length...]))
    }
  }

  /// Returns a random line: in one of ten cases a whole line with changes, in another one any part
  /// of a line, else the command name with a short, changed part of the line.
  public func line(using random: inout some RandomNumberGenerator) -> String {
    let seed = seeds[Int.random(in: 0..<seeds.count, using: &random)]
    let kind = Int.random(in: 0..<10, using: &random)
    var line = kind == 1 ? seed.name + seed.rest : seed.rest
    if kind > 0 {
      line.removeSubrange(0..<wordStart(in: line, kind, using: &random))
      if line.count > Self.mostScalars { line.removeSubrange(Self.mostScalars...) }
    }
    for _ in 0..<Int.random(in: 1...4, using: &random) { change(&line, using: &random) }
    var text = String.UnicodeScalarView()
    if kind != 1 { text.append(contentsOf: seed.name) }
    text.append(contentsOf: line)
    return String(text)
  }

  /// The start of the part.
  ///
  /// After a command name it is mostly the start of a word, so that enough options remain.
  private func wordStart(
    in line: [Unicode.Scalar], _ kind: Int, using random: inout some RandomNumberGenerator
  ) -> Int {
    let start = Int.random(in: 0...line.count, using: &random)
    guard kind > 2 else { return start }
    return line[..<start].lastIndex(of: " ").map { $0 + 1 } ?? 0
  }

  private func change(
    _ line: inout [Unicode.Scalar], using random: inout some RandomNumberGenerator
  ) {
    let at = Int.random(in: 0...line.count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      let piece = Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)]
      line.insert(contentsOf: Array(piece.unicodeScalars), at: at)
    case 1: line.removeSubrange(at..<min(line.count, at + Int.random(in: 1...9, using: &random)))
    case 2:
      let end = min(line.count, at + Int.random(in: 1...6, using: &random))
      line.insert(contentsOf: Array(line[at..<end]), at: at)
    default:
      guard at < line.count else { return }
      line[at] = Unicode.Scalar(UInt32.random(in: 0..<0xD800, using: &random)) ?? "x"
    }
  }
}

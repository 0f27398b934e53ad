import Foundation

/// The variants that a cell lists.
enum VariantNames {
  /// The names of all combinations; each text has the values of one option or, in lines, of several:
  /// `Red,Blue` or `색상{빨강|파랑}//사이즈{S|M}`.
  static func combinations(of texts: [String]) -> [String] {
    let options = texts.flatMap(options).filter { !$0.isEmpty }
    guard let first = options.first else { return [] }
    return options.dropFirst().reduce(first) { names, values in
      // A cell that multiplies to more is no list of variants.
      guard names.count * values.count <= 200 else { return [] }
      return names.flatMap { name in values.map { "\(name) / \($0)" } }
    }
  }

  private static func options(_ text: String) -> [[String]] {
    let braces = text.matches(of: /\{([^}]*)\}/).map { values(String($0.1), "|") }
    if !braces.isEmpty { return braces }
    return text.split(separator: "\n").map { values(String($0), ",") }
  }

  private static func values(_ text: String, _ separator: Character) -> [String] {
    text.split(separator: separator).map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
}

/// The plural rule of a language: the C expression in `n` of a PO file's `Plural-Forms` header.
struct PluralRule: Sendable {
  /// An expression; comparisons give 1 or 0.
  private indirect enum Expression: Sendable {
    case count
    case number(Int)
    case operation(String, Expression, Expression)
    case choice(Expression, then: Expression, else: Expression)

    func value(_ count: Int) -> Int {
      switch self {
      case .count: return count
      case .number(let number): return number
      case .choice(let condition, let yes, let no):
        return condition.value(count) != 0 ? yes.value(count) : no.value(count)
      case .operation(let name, let left, let right):
        return Self.value(name, left.value(count), right.value(count))
      }
    }

    private static func value(_ name: String, _ left: Int, _ right: Int) -> Int {
      switch name {
      case "%": right == 0 ? 0 : left % right
      case "==": left == right ? 1 : 0
      case "!=": left != right ? 1 : 0
      case "<": left < right ? 1 : 0
      case ">": left > right ? 1 : 0
      case "<=": left <= right ? 1 : 0
      case ">=": left >= right ? 1 : 0
      case "&&": left != 0 && right != 0 ? 1 : 0
      default: left != 0 || right != 0 ? 1 : 0
      }
    }
  }

  /// The number of plural forms, 1 to 6.
  let forms: Int
  private let expression: Expression

  /// One form for 1 and one for every other count, as in English and German.
  static let oneAndOther = PluralRule(
    forms: 2, expression: .operation("!=", .count, .number(1)))

  private init(forms: Int, expression: Expression) {
    self.forms = forms
    self.expression = expression
  }

  /// - Parameter header: `nplurals=2; plural=(n != 1);`
  /// - Returns: nil if the header cannot be understood.
  init?(header: String) {
    var fields: [Substring: Substring] = [:]
    for field in header.filter({ !$0.isWhitespace }).split(separator: ";") {
      guard let sign = field.firstIndex(of: "=") else { return nil }
      fields[field[..<sign]] = field[field.index(after: sign)...]
    }
    guard let forms = fields["nplurals"].flatMap({ Int($0) }), (1...6).contains(forms),
      let text = fields["plural"]
    else { return nil }
    var parser = Parser(rest: text.prefix(500))
    guard let expression = parser.choice(), parser.rest.isEmpty else { return nil }
    self.init(forms: forms, expression: expression)
  }

  /// The form for a count, from 0; a rule that chooses a form it does not have means the last one.
  func index(of count: Int) -> Int {
    let count = count == .min ? .max : abs(count)
    return min(max(0, expression.value(count)), forms - 1)
  }

  /// Reads an expression without blanks by recursive descent.
  private struct Parser {
    /// The operators, the weakest first.
    private static let levels = [
      ["||"], ["&&"], ["==", "!="], ["<=", ">=", "<", ">"], ["%"],
    ]

    var rest: Substring
    private var depth = 0

    init(rest: Substring) {
      self.rest = rest
    }

    mutating func choice() -> Expression? {
      depth += 1
      defer { depth -= 1 }
      guard depth <= 30, let condition = operation(0) else { return nil }
      guard take("?") else { return condition }
      guard let yes = choice(), take(":"), let no = choice() else { return nil }
      return .choice(condition, then: yes, else: no)
    }

    private mutating func operation(_ level: Int) -> Expression? {
      guard level < Self.levels.count else { return operand() }
      guard var left = operation(level + 1) else { return nil }
      while let name = Self.levels[level].first(where: { rest.hasPrefix($0) }) {
        rest = rest.dropFirst(name.count)
        guard let right = operation(level + 1) else { return nil }
        left = .operation(name, left, right)
      }
      return left
    }

    private mutating func operand() -> Expression? {
      if take("n") { return .count }
      if take("(") {
        guard let inner = choice(), take(")") else { return nil }
        return inner
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      return Int(digits).map { .number($0) }
    }

    private mutating func take(_ sign: String) -> Bool {
      guard rest.hasPrefix(sign) else { return false }
      rest = rest.dropFirst(sign.count)
      return true
    }
  }
}

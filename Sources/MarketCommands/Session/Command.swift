/// What a user can do: a grammar and what it does, in one file each.
public import CommandLanguage
public import MarketRender

/// The fields that an answer has.
public enum AnswerShape: Hashable, Sendable {
  /// Listings.
  case products
  /// Named facts or rows with these keys.
  case keys([String])
  /// Sentences, for which fields mean nothing.
  case talk

  /// Its keys; nil where there are none.
  var keys: [String]? {
    switch self {
    case .products: ProductField.keys
    case .keys(let keys): keys
    case .talk: nil
    }
  }
}

extension Command {
  public static var answers: AnswerShape { .talk }
  public static var showsKept: Bool { false }
}

/// A command. It answers a value and prints nothing itself.
public protocol Command: Sendable {
  /// What its answer is made of, so that `--fields` and `--format ids` can be judged before it is
  /// done: a slip in them must not look as if nothing had happened.
  static var answers: AnswerShape { get }

  /// Whether it only looks, so that what was kept of a market may stand in for its answer.
  static var showsKept: Bool { get }

  /// Its name, grammar, help and examples.
  static var spec: CommandSpec { get }

  /// Does it.
  static func run(_ input: Input, in session: Session) async throws -> Output
}

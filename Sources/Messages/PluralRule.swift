/// The plural rule of a language: which of its forms a count has.
struct PluralRule: Sendable {
  let forms: Int
  private let form: @Sendable (Int) -> Int

  private init(forms: Int, _ form: @escaping @Sendable (Int) -> Int) {
    self.forms = forms
    self.form = form
  }

  /// One form for 1 and one for every other count, as in English and German.
  static let oneAndOther = PluralRule(forms: 2) { $0 == 1 ? 0 : 1 }

  /// The rules of gettext's manual that a `Plural-Forms` header may have, without blanks and
  /// parentheses. A language with another rule needs a line here.
  private static let known: [String: PluralRule] = [
    // Korean, Japanese, Chinese
    "nplurals=1;plural=0": PluralRule(forms: 1) { _ in 0 },
    "nplurals=2;plural=n!=1": oneAndOther,
    // French, Brazilian Portuguese
    "nplurals=2;plural=n>1": PluralRule(forms: 2) { $0 > 1 ? 1 : 0 },
    // Czech, Slovak
    "nplurals=3;plural=n==1?0:n>=2&&n<=4?1:2": PluralRule(forms: 3) {
      $0 == 1 ? 0 : 2...4 ~= $0 ? 1 : 2
    },
    // Polish
    "nplurals=3;plural=n==1?0:n%10>=2&&n%10<=4&&n%100<10||n%100>=20?1:2": PluralRule(forms: 3) {
      $0 == 1 ? 0 : isFew($0) ? 1 : 2
    },
    // Russian, Ukrainian, Serbian
    "nplurals=3;plural=n%10==1&&n%100!=11?0:n%10>=2&&n%10<=4&&n%100<10||n%100>=20?1:2":
      PluralRule(forms: 3) { $0 % 10 == 1 && $0 % 100 != 11 ? 0 : isFew($0) ? 1 : 2 },
  ]

  /// Whether a count ends in 2, 3 or 4, but not in 12, 13 or 14.
  private static func isFew(_ count: Int) -> Bool {
    2...4 ~= count % 10 && !(10...19 ~= count % 100)
  }

  /// - Parameter header: `nplurals=2; plural=(n != 1);`
  /// - Returns: nil if the rule is not known.
  init?(header: String) {
    let key = header.filter { !$0.isWhitespace && !"()".contains($0) }
    guard let known = Self.known[key.hasSuffix(";") ? String(key.dropLast()) : key] else {
      return nil
    }
    self = known
  }

  /// The form for a count, from 0.
  func index(of count: Int) -> Int { form(count == .min ? .max : abs(count)) }
}

/// The words for what is wrong with one value.

/// Words value problems; a pure function of the facts.
public enum ValueText {
  /// A sentence without a full stop that begins with what was typed.
  public static func sentence(for problem: ValueProblem, typed text: String) -> String {
    let typed = UsageText.quoted(text)
    switch problem {
    case .empty: return "it must not be empty"
    case .tooLong(let limit): return "\(typed) is longer than \(limit) characters"
    case .notOneOf(let names, let nearest):
      let hint = nearest.map { " — did you mean \($0)?" } ?? ""
      return "\(typed) is not one of \(UsageText.list(names))\(hint)"
    case .notANumber: return "\(typed) is not a whole number"
    case .tooSmall(let least): return "\(typed) is less than \(least)"
    case .tooLarge: return "\(typed) is too large"
    case .outOfRange(let low, let high): return "\(typed) is not between \(low) and \(high)"
    case .notADate:
      return "\(typed) is not a day: write 2026-11-03, 11/3, today, yesterday, 7d or mon"
    case .noSuchDay: return "no calendar has the day \(typed)"
    case .notADuration: return "\(typed) is not a time in seconds, such as 30 or 1.5"
    case .notASize: return "\(typed) is not a size: write 512MB, 1.5GB or off"
    case .notAnAssignment:
      return "\(typed) is not NAME=VALUE with a name of letters, digits and _"
    case .notAName:
      return "\(typed) cannot be a name: write letters, digits and _, a letter first"
    case .notAColor(let nearest):
      return "\(typed) is not a color: write a name such as white, or #f5f0e6"
        + (nearest.map { " — did you mean \($0)?" } ?? "")
    case .noFileMatches(let pattern): return "no file matches \(UsageText.quoted(pattern))"
    case .notAnAmount, .negativeAmount, .tooManyDigits, .twoCurrencies, .unknownCurrency,
      .percentWithoutSign, .percentOutOfRange:
      return moneySentence(for: problem, typed)
    case .notATarget, .reversedRange, .badCodeCharacter, .reservedCode, .codeWithAt:
      return targetSentence(for: problem, typed)
    }
  }

  private static func moneySentence(for problem: ValueProblem, _ typed: String) -> String {
    switch problem {
    case .notAnAmount(let readings) where readings.isEmpty:
      "\(typed) is not an amount of money: write 12000, 12,000 or 12.50 USD"
    case .notAnAmount(let readings):
      "\(typed) is not clear: write \(UsageText.list(readings, "or"))"
    case .negativeAmount: "\(typed) is negative, and an amount is not"
    case .tooManyDigits: "\(typed) has more than 38 digits"
    case .twoCurrencies(let one, let other): "\(typed) names two currencies, \(one) and \(other)"
    case .unknownCurrency(let code, let nearest):
      "no currency is called \(code)" + (nearest.map { " — did you mean \($0)?" } ?? "")
    case .percentWithoutSign(let digits):
      "\(typed) is not clear: write +\(digits)% or -\(digits)%"
    case .percentOutOfRange(let low, let high):
      "\(typed) is not between \(low)% and \(high)%"
    default: ""
    }
  }

  private static func targetSentence(for problem: ValueProblem, _ typed: String) -> String {
    switch problem {
    case .notATarget(let reading):
      "\(typed) is not a listing: write an id such as 12, a range such as 12..20, or a code such"
        + " as @MUG-01" + (reading.map { " — did you mean \($0)?" } ?? "")
    case .reversedRange(let reading): "\(typed) runs backwards — did you mean \(reading)?"
    case .badCodeCharacter(let character):
      "\(typed) is not a code: \(UsageText.quoted(String(character))) is no letter, digit, -, _"
        + " or ."
    case .reservedCode(let code):
      "\(UsageText.quoted(code)) cannot be a code: @\(code) means something else"
    case .codeWithAt(let reading): "a code is written without @ here — did you mean \(reading)?"
    default: ""
    }
  }
}

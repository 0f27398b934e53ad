public import Messages

extension ValueProblem {
  /// What is wrong, without a full stop.
  ///
  /// - Parameter text: the value as it was typed.
  public func message(typed text: String) -> Message {
    switch self {
    case .empty: "must not be empty"
    case .typographicQuote: "the quote of \(quoted: text) does not quote"
    case .tooLong(let limit):
      Message(
        count: limit, one: "\(quoted: text) is longer than 1 character",
        other: "\(quoted: text) is longer than \(limit) characters")
    case .tooManyBytes(let limit): "a value has at most \(Message.exactByteCount(limit))"
    case .notOneOf(let names, let nearest):
      ("\(quoted: text) is not one of \(Self.list(names, .comma))" as Message).suggesting(nearest)
    case .notANumber: "\(quoted: text) is not a whole number"
    case .tooSmall(let least): "\(quoted: text) is less than \(least)"
    case .tooLarge: "\(quoted: text) is too large"
    case .outOfRange(let low, let high):
      "\(quoted: text) is not between \(formatted: low) and \(formatted: high)"
    case .item(let item, let problem): problem.message(typed: item)
    case .noFileMatches(let pattern): "no file matches \(quoted: pattern)"
    case .notAnAmount, .negativeAmount, .notAnEnding, .tooManyDigits, .twoCurrencies,
      .unknownCurrency, .notACurrency,
      .percentWithoutSign, .percentOutOfRange:
      moneyMessage(text)
    case .notATarget, .reversedRange, .badCodeCharacter, .reservedCode, .codeWithAt:
      targetMessage(text)
    case .notADate, .noSuchDay, .notADuration, .notASize, .notAnAddress, .notAnAssignment,
      .notAName, .notAColor:
      formMessage(text)
    }
  }

  private func moneyMessage(_ text: String) -> Message {
    switch self {
    case .notAnAmount(let readings) where readings.isEmpty:
      "\(quoted: text) is not an amount of money: write 12000, 12,000 or 12.50 USD"
    case .notAnAmount(let readings):
      "\(quoted: text) is ambiguous: write \(Self.list(readings, .or))"
    case .negativeAmount: "\(quoted: text) is negative"
    case .notAnEnding:
      "\(quoted: text) is not the end of a price: write 900, or .99 for prices with cents"
    case .tooManyDigits: "\(quoted: text) has more than \(Self.digitLimit) digits"
    case .twoCurrencies(let one, let other):
      "\(quoted: text) has two currencies, \(one) and \(other)"
    case .notACurrency:
      "\(quoted: text) is not a currency: write three letters such as KRW"
    case .unknownCurrency(let code, let nearest):
      ("unknown currency \(code)" as Message).suggesting(nearest)
    case .percentWithoutSign(let digits):
      "\(quoted: text) is ambiguous: write +\(digits)% or -\(digits)%"
    case .percentOutOfRange(let low, let high):
      "\(quoted: text) is not between \(low)% and \(high)%"
    default: ""
    }
  }

  private func targetMessage(_ text: String) -> Message {
    switch self {
    case .notATarget(let reading):
      Self.notATarget(text).suggesting(reading)
    case .reversedRange(let reading):
      ("\(quoted: text) is in reverse order" as Message).suggesting(reading)
    case .badCodeCharacter(let character):
      "\(quoted: text) is not a code: it cannot contain \(quoted: String(character))"
    case .reservedCode(let code):
      "\(quoted: code) cannot be a code: \(command: "@\(code)") has a meaning of its own"
    case .codeWithAt(let reading):
      ("codes are written without @ here" as Message).suggesting(reading)
    default: ""
    }
  }

  private static func notATarget(_ text: String) -> Message {
    """
    \(quoted: text) is not a listing: write an id such as 12, a range such as 12..20, or a code \
    such as @MUG-01
    """
  }

  /// What is wrong with a value that has a form of its own.
  private func formMessage(_ text: String) -> Message {
    switch self {
    case .notADate:
      "\(quoted: text) is not a date: write 2026-11-03, 11/3, today, yesterday, 7d or mon"
    case .noSuchDay: "there is no day \(quoted: text)"
    case .notADuration: "\(quoted: text) is not a number of seconds, such as 30 or 1.5"
    case .notASize: "\(quoted: text) is not a size: write 512MB, 1.5GB or off"
    case .notAnAddress:
      "\(quoted: text) is not an address and a port, such as 127.0.0.1:9090 or [::1]:9090"
    case .notAnAssignment:
      "\(quoted: text) is not NAME=VALUE with a name of letters, digits and _"
    case .notAName:
      "\(quoted: text) is not a name: use letters, digits and _, starting with a letter"
    case .notAColor(let nearest):
      ("\(quoted: text) is not a color: write a name such as white, or #f5f0e6" as Message)
        .suggesting(nearest)
    default: ""
    }
  }

  private static func list(_ names: [String], _ separator: Message.Separator) -> Message {
    .list(names.map { "\(command: $0)" }, separator)
  }
}

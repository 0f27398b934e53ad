/// Which currency is meant, and how money is shown.
import CommandLanguage
import Foundation
import MarketRender
import MarketWire

extension Session {
  /// The currency of an amount: what was written, else the usual one, else asked for once and
  /// kept; where nothing can be asked, an error.
  ///
  /// - Parameter keepsAnswer: false where nothing may be changed, as in a dry run.
  func currency(_ written: Currency?, keepsAnswer: Bool) async throws -> Currency {
    if let written { return written }
    if let usual = try settings().currency { return usual }
    guard canAsk else { throw SellerError.noCurrency }
    let answer = try await ask("In which currency do you sell? (KRW, USD, …) [KRW]: ")
    guard let answer else { throw SellerError.declined }
    let code = answer.isEmpty ? "KRW" : answer
    let word = Word.words(arguments: [code])[0]
    let context = ReadingContext(now: environment.now().date, timeZone: environment.timeZone)
    guard let currency = try? CurrencyCode.read(word, in: context).currency else {
      throw SellerError.noCurrency
    }
    guard keepsAnswer else { return currency }
    try changeSettings { $0.currency = currency }
    report("From now on amounts without a currency are \(currency.rawValue).")
    return currency
  }
}

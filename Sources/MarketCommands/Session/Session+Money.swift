/// Which currency is meant, and how money is shown.
import CommandLanguage
import Foundation
import MarketRender
import MarketWire

extension Session {
  /// The currency of an amount: what was written, else the usual one, else asked for once and
  /// kept; where nothing can be asked, an error.
  func currency(_ written: Currency?) async throws -> Currency {
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
    let path = environment.paths.settings
    let settings = try PrivateFile(path: path).locked { () throws(FileProblem) in
      var settings = try Settings(readingFrom: path)
      settings.currency = currency
      try settings.write(to: path)
      return settings
    }
    withState { $0.settings = settings }
    report("From now on amounts without a currency are \(currency.rawValue).")
    return currency
  }

  func settings() throws(FileProblem) -> Settings {
    if let known = withState({ $0.settings }) { return known }
    let settings = try Settings(readingFrom: environment.paths.settings)
    withState { $0.settings = settings }
    return settings
  }
}

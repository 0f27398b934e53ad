import CommandLanguage
import Formatting
import FullScreen
import MarketRender
import MarketWire

// The currency of a form and its amounts.
extension CommandForm {
  private static let amounts = ["price", "discount"]

  /// The values after one was typed. A currency that is written with an amount is that of the
  /// listing, and one that is chosen takes the place of those that were written.
  func following(_ values: FormValues, typed: String) -> FormValues {
    var values = values
    let written = Self.amounts.map { ($0, try? MoneyReader.read(values.text($0))) }
    if typed == currency {
      for case (let name, let amount?) in written
      where amount.currency.map({ $0.rawValue != values.text(currency) }) == true {
        values.set(name, WrittenAmount(amount.amount).description)
      }
    } else if Self.amounts.contains(typed),
      let followed = written.compactMap({ $0.1?.currency }).first
    {
      values.set(currency, followed.rawValue)
    }
    return values
  }

  /// An amount with its currency, as it can be typed.
  static func written(_ amount: Money, _ money: MoneyText) -> String {
    let plain = WrittenAmount(amount.amount, amount.currency)
    let text = money.text(amount)
    return (try? MoneyReader.read(text)) == plain ? text : plain.description
  }
}

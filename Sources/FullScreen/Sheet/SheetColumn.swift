import CommandLanguage
package import MarketRender
import MarketWire
package import Messages

/// A column of the sheet whose cells can be changed.
package enum SheetColumn: String, CaseIterable, Hashable, Sendable {
  case code, name, price, sale, stock, description

  package var title: Message {
    switch self {
    case .code: "code"
    case .name: .listingName
    case .price: "price"
    case .sale: "sale price"
    case .stock: "stock"
    case .description: "description"
    }
  }

  /// What belongs into a cell.
  var help: Message {
    switch self {
    case .code: "your code; empty takes it away"
    case .name: "the name that buyers see"
    case .price: "a new price, or +10%, -500, =12000*0.9"
    case .sale: "what buyers pay, or 20% off the price; empty ends the sale"
    case .stock: "a new number, or +5, -1; 0 shows as sold out"
    case .description: "the description; Alt-Enter begins a line"
    }
  }

  var isNumber: Bool { self == .price || self == .sale || self == .stock }

  /// The most UTF-16 units of a text.
  var limit: Int? {
    switch self {
    case .name: ListingLimits.nameLength.upperBound
    case .description: ListingLimits.descriptionLength.upperBound
    default: nil
    }
  }
}

/// What typed values mean, which the window itself does not know.
package struct SheetRules: Sendable {
  /// The value of a cell as it would be typed; nil if it is not loaded.
  package let text: @Sendable (ListingRow, SheetColumn) -> String?
  /// What was typed, as it would be typed in full: `+10%` becomes an amount.
  package let read: @Sendable (ListingRow, SheetColumn, String) -> Result<String, FormFault>
  /// A listing with new values, all checked together.
  package let changed:
    @Sendable (ListingRow, [SheetColumn: String]) -> Result<ListingRow, FormFault>

  package init(
    text: @escaping @Sendable (ListingRow, SheetColumn) -> String?,
    read: @escaping @Sendable (ListingRow, SheetColumn, String) -> Result<String, FormFault>,
    changed:
      @escaping @Sendable (ListingRow, [SheetColumn: String]) -> Result<
        ListingRow, FormFault
      >
  ) {
    self.text = text
    self.read = read
    self.changed = changed
  }
}

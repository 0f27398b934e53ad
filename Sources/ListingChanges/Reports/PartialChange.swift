package import MarketRender
package import MarketWire
import Messages
package import SellerSession

/// A change that the market accepted but that failed afterwards on this side.
///
/// It reports what was done and what is missing, so that the seller does not repeat the whole
/// change.
package struct PartialChange: ReportedError {
  /// The part that was not done.
  package enum Missing: Hashable, Sendable {
    /// The seller's vendor id was not saved.
    case vendorID
    case code(String)
    case thumbnail(Int)
    /// The photos are still the old ones.
    case photos
    /// A removed listing still has its code.
    case freeCode(String)
  }

  package let action: ListingChange.Action
  package let product: Product
  package let missing: Missing
  package let cause: any Error
  /// The command that does only the missing part.
  package var retry: String?
  /// The command that undoes what was done.
  package var undoCommand: String?

  /// Whether the market has the whole change, so that nobody should repeat it.
  package var isUnsaved: Bool { missing.isLocal }

  package func report(at market: MarketProfile?) -> ErrorReport {
    let cause = ErrorReport(cause, at: market)
    var report = ErrorReport(
      "\(done), but \(missing.message): \(cause.message)",
      suggestions: retry.map { [$0] } ?? [],
      exitCode: missing.isLocal ? .outputLost : cause.exitCode)
    report.undoCommand = undoCommand
    return report
  }

  private var done: Message {
    let listing: Message = "\(product.id) \(product.name)"
    return switch action {
    case .added: "\(listing) was added"
    case .changed: "\(listing) was changed"
    case .replaced: "\(listing) was replaced"
    case .removed: "\(listing) was removed"
    }
  }
}

extension PartialChange.Missing {
  /// Whether the part belongs to this machine.
  fileprivate var isLocal: Bool {
    switch self {
    case .vendorID, .code, .freeCode: true
    case .thumbnail, .photos: false
    }
  }

  fileprivate var message: Message {
    switch self {
    case .vendorID: "your vendor id was not saved"
    case .code(let code): "without its code \("@\(code)")"
    case .thumbnail(let number): "photo \(number) is not its thumbnail"
    case .photos: "its photos are the old ones"
    case .freeCode(let code): "its code \("@\(code)") cannot be used again yet"
    }
  }
}

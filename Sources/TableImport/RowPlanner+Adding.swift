import Batches
import CommandLanguage
import Foundation
import ListingChanges
import MarketRender
import MarketWire
import Messages
import SellerSession

// New listings.
extension RowPlanner {
  /// - Parameter holder: the removed listing that had the code.
  func add(
    _ code: String?, after holder: Int?, _ row: inout ImportRow
  ) async throws -> RowPlan {
    let price = row.amount(.price, current: nil)
    let currency = currency(of: price, &row)
    let (discount, sale) = discounts(&row, nil)
    let stock = stock(&row)
    let (name, description) = (row.text(.name), row.text(.description))
    let isFetchedLater = hasUnfetched(row)
    let paths = isFetchedLater ? [] : photos(row)
    require(name, description, price, isFetchedLater ? ["later"] : paths, &row)
    guard row.problems.isEmpty, let name, let description, let price else {
      await reportRest(name, description, paths, &row)
      return .skipped
    }
    let known = currency ?? self.currency
    let arithmetic = PriceArithmetic(currency: known ?? .unknown, listing: nil)
    let off = agreed(discount, sale, of: price.amount, arithmetic, nil, &row)
    guard row.problems.isEmpty else { return .skipped }
    let new = NewListing(
      name: name, price: WrittenAmount(price.amount), stock: stock ?? 0,
      discount: off.map { .amount(WrittenAmount($0)) }, code: code,
      images: paths.map { PhotoPath(FilePath($0)) }, photoOptions: options,
      allowed: allowed)
    do throws(InvalidListing) {
      let draft = try await draft(new, currency: known, description)
      let change = PlannedChange(
        .added, before: nil, requests: [.create(draft.fields, photos: [])], photos: draft.photos,
        code: code.map { BatchStep.CodeChange(before: nil, after: $0) },
        notes: draft.photos.summaries)
      let warnings = PriceGuard(money: context.money).warnings(
        of: subject(row, name), before: nil, sending: draft.fields)
      let odd = code.flatMap { listings.codeCheck.warning(of: subject(row, name), new: $0) }
      return .change(change, warnings: warnings + (odd.map { [$0] } ?? []), after: holder)
    } catch {
      report(error, &row)
      return .skipped
    }
  }

  /// Reports what else is wrong with a row of which some values cannot be read.
  private func reportRest(
    _ name: String?, _ description: String?, _ paths: [String], _ row: inout ImportRow
  ) async {
    let fine = String(repeating: "–", count: 10)
    let new = NewListing(
      name: name ?? fine, price: WrittenAmount(1), stock: 0,
      images: paths.map { PhotoPath(FilePath($0)) }, photoOptions: options, allowed: allowed)
    do throws(InvalidListing) {
      _ = try await draft(new, currency: .krw, description ?? fine)
    } catch {
      let faults = error.faults.filter { fault in
        switch fault {
        case .limit(let broken, _):
          [ImportColumn.name, .description].contains { $0.commandOption == broken.option }
        case .photo: true
        default: false
        }
      }
      if !faults.isEmpty { report(InvalidListing(faults), &row) }
    }
  }

  private func draft(
    _ new: NewListing, currency: Currency?, _ description: String
  ) async throws(InvalidListing) -> NewListingDraft {
    do {
      return try await NewListingDraft(
        new, currency: currency, { () throws(SellerError) in description }, in: context.market,
        context.files)
    } catch let error as InvalidListing {
      throw error
    } catch {
      throw InvalidListing([.other(error)])
    }
  }

  private func require(
    _ name: String?, _ description: String?, _ price: WrittenAmount?, _ photos: [String],
    _ row: inout ImportRow
  ) {
    require(name != nil, .name, "a new listing needs a name", &row)
    require(
      description != nil, .description, "a new listing needs a description", &row)
    // What is wrong with a price was said when it was read.
    require(
      price != nil || !row.problems.isEmpty && !row.cell(.price).isBlank, .price,
      "a new listing needs a price", &row)
    require(
      !photos.isEmpty, .photos,
      photoFolder.map {
        "a new listing needs a photo: none in \($0) is named by its code or name"
      } ?? """
        a new listing needs a photo: a column \(formatted: "photo1"), or `\(command: "--photos DIR")`
        """, &row)
  }

  private func require(
    _ isThere: Bool, _ column: ImportColumn, _ text: Message, _ row: inout ImportRow
  ) {
    guard !isThere else { return }
    let samples: [ImportColumn: String] = [
      .description: "\"description=Sold as it is.\"", .price: "price=12000",
    ]
    guard !row.map.has(column), let sample = samples[column] else {
      let isThere = column == .photos ? !row.map.photoColumns.isEmpty : row.map.has(column)
      return row.report(text, at: column, lacking: isThere ? nil : column)
    }
    row.report(
      """
      \(text): add a column \(formatted: column.name), or a value for all with \
      `\(command: "--set \(sample)")`
      """, at: column, lacking: column)
  }

  /// Reports what is wrong with a listing at the columns that caused it.
  func report(_ error: InvalidListing, _ row: inout ImportRow) {
    for fault in error.faults {
      switch fault {
      case .limit(let broken, _):
        let column = Self.columns.first { $0.commandOption == broken.option } ?? .name
        let value = row.text(column) ?? ""
        let title = row.map.title(of: column) ?? broken.member
        let text = broken.message(naming: title)
        row.report(
          value.count > 40 || value.isEmpty ? text : "\(text) (\(quoted: value))", at: column)
      case .discountAbovePrice(let discount, let price, _):
        row.report(
          "the discount (\(formatted: discount)) is more than the price (\(formatted: price))",
          at: .discount)
      case .photo(let photo):
        let folder = context.environment.workingFolder + "/"
        let isInside = photo.path.hasPrefix(folder)
        let shown = isInside ? String(photo.path.dropFirst(folder.count)) : photo.path
        if FileManager.default.fileExists(atPath: photo.path) {
          row.report("\(shown): \(photo.reason)", at: .photos)
        } else {
          row.report(missing: shown, "\(shown): \(photo.reason)")
        }
      case .fraction(let amount, let currency, let option):
        report(amount, notIn: currency, option, &row)
      case .rule(let text, let word):
        row.report(text, at: Self.columns.first { $0.commandOption == word })
      case .noCurrency:
        row.report(
          ImportProblem(
            row: nil, column: nil, lacking: row.map.has(.currency) ? nil : .currency,
            """
            the file names no currency: add `\(command: "--set currency=USD")` if its prices are in \
            \(formatted: "USD"), or set yours for all with `\(command: "profile currency USD")`
            """))
      default:
        row.report(ErrorReport(InvalidListing([fault]), at: try? context.market.profile()).message)
      }
    }
  }

  /// Reports an amount that coins cannot pay; often its file is in another currency.
  private func report(
    _ amount: Decimal, notIn currency: Currency, _ option: String, _ row: inout ImportRow
  ) {
    let isSale = option == "--discount" && !row.map.has(.discount)
    let column = isSale ? .salePrice : Self.columns.first { $0.commandOption == option } ?? .price
    let text: Message = """
      \(row.title(column)) needs \(ListingSanity.coins(of: currency)), not \
      \(formatted: row.text(column) ?? "\(amount)")
      """
    let isNamed = row.map.has(.currency) || row.amount(.price, current: nil)?.currency != nil
    row.report(
      isNamed
        ? text
        : "\(text); add `\(command: "--set currency=USD")` if the file is in \(formatted: "USD")",
      at: column, lacking: isNamed ? nil : .currency)
  }

  private static let columns: [ImportColumn] = [
    .name, .description, .currency, .price, .discount, .stock, .photos,
  ]
}

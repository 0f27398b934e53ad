import Foundation

extension ListingSort {
  /// Returns the listings in this order, exactly as a market with the extension `sort` orders them.
  ///
  /// Listings without the compared member come last in both directions. These, and equal ones, are
  /// ordered by id in the direction of the sort.
  public func sorted(_ products: [Product]) -> [Product] {
    order(of: products).map { products[$0] }
  }

  /// Returns the indices of the listings in this order; see ``sorted(_:)``.
  public func order(of products: [Product]) -> [Int] {
    switch key {
    case .newest: order(of: products, isDescending: !isDescending) { _ -> EqualKey? in EqualKey() }
    case .oldest: order(of: products, isDescending: isDescending) { _ -> EqualKey? in EqualKey() }
    case .name: orderByName(of: products)
    case .price: orderByPrice(of: products)
    case .stock: order(of: products, isDescending: isDescending, by: \.stock)
    case .discount:
      order(of: products, isDescending: isDescending) { product -> Double? in
        guard let price = product.price, let discount = product.discount else { return nil }
        return Self.share(of: discount.amount, in: price.amount)
      }
    }
  }

  /// Returns the discount as a share of the price; 0 if the price is 0.
  ///
  /// Both are in ten-thousandths of the main unit. A market computes the share with the same
  /// arithmetic in SQL, so ties are the same on both sides.
  public static func share(of discount: Int64, in price: Int64) -> Double {
    price > 0 ? Double(discount) / Double(price) : 0
  }

  private static func share(of discount: Decimal, in price: Decimal) -> Double {
    if let price = price.tenThousandths, let discount = discount.tenThousandths {
      return share(of: discount, in: price)
    }
    return price > 0
      ? NSDecimalNumber(decimal: discount).doubleValue
        / NSDecimalNumber(decimal: price).doubleValue : 0
  }

  private func order<SortKey: Comparable>(
    of products: [Product], isDescending: Bool, by key: (Product) -> SortKey?
  ) -> [Int] {
    order(
      of: products, isDescending: isDescending, keys: products.indices.map { key(products[$0]) })
  }

  /// - Parameter keys: One sort key for each listing, in the order of `products`.
  private func order<SortKey: Comparable>(
    of products: [Product], isDescending: Bool, keys: some Sequence<SortKey?>
  ) -> [Int] {
    var known: [(key: SortKey, id: Int, index: Int)] = []
    var unknown: [(id: Int, index: Int)] = []
    known.reserveCapacity(products.count)
    for (index, key) in keys.enumerated() {
      let id = products[index].id
      if let key { known.append((key, id, index)) } else { unknown.append((id, index)) }
    }
    known.sort { left, right in
      let (first, second) = isDescending ? (right, left) : (left, right)
      return first.key == second.key ? first.id < second.id : first.key < second.key
    }
    unknown.sort { isDescending ? $0.id > $1.id : $0.id < $1.id }
    return known.map(\.index) + unknown.map(\.index)
  }

  /// Compares integers as long as all amounts are multiples of a ten-thousandth, which is fast.
  private func orderByPrice(of products: [Product]) -> [Int] {
    var numbers: [String: Int] = [:]
    var keys: [ExactPriceKey?] = []
    keys.reserveCapacity(products.count)
    for index in products.indices {
      guard let price = products[index].salePrice else {
        keys.append(nil)
        continue
      }
      guard let amount = price.amount.tenThousandths else {
        return order(of: products, isDescending: isDescending) { PriceKey($0.salePrice) }
      }
      let code = price.currency.rawValue
      let number = numbers[code] ?? numbers.count
      if number == numbers.count { numbers[code] = number }
      keys.append(ExactPriceKey(rank: number, amount: amount))
    }
    let codes = numbers.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var ranks = Array(repeating: 0, count: numbers.count)
    for (rank, code) in codes.enumerated() { numbers[code].map { ranks[$0] = rank } }
    return order(
      of: products, isDescending: isDescending,
      keys: keys.lazy.map { $0.map { ExactPriceKey(rank: ranks[$0.rank], amount: $0.amount) } })
  }

  /// Compares the names as UTF-8 in one buffer, because comparing strings by code points is slow.
  private func orderByName(of products: [Product]) -> [Int] {
    var bytes: [UInt8] = []
    var rows: [(start: Int, end: Int, id: Int, index: Int)] = []
    rows.reserveCapacity(products.count)
    for (index, product) in products.enumerated() {
      let start = bytes.count
      bytes.append(contentsOf: Folding.folded(product.name).utf8)
      rows.append((start, bytes.count, product.id, index))
    }
    bytes.withUnsafeBytes { bytes in
      rows.sort { left, right in
        let (first, second) = isDescending ? (right, left) : (left, right)
        // Bytewise order of UTF-8 is the order of the code points.
        let common = min(first.end - first.start, second.end - second.start)
        if common > 0, let base = bytes.baseAddress {
          let difference = memcmp(base + first.start, base + second.start, common)
          if difference != 0 { return difference < 0 }
        }
        let (length, other) = (first.end - first.start, second.end - second.start)
        return length == other ? first.id < second.id : length < other
      }
    }
    return rows.map(\.index)
  }
}

/// A key that is always equal, for orders by id alone.
private struct EqualKey: Comparable {
  static func < (left: EqualKey, right: EqualKey) -> Bool { false }
}

/// The rank of the currency code in the list, then the amount in ten-thousandths.
private struct ExactPriceKey: Comparable {
  let rank: Int
  let amount: Int64

  static func < (left: ExactPriceKey, right: ExactPriceKey) -> Bool {
    left.rank == right.rank ? left.amount < right.amount : left.rank < right.rank
  }
}

/// The currency code, then an amount of any size and precision.
private struct PriceKey: Comparable {
  private let code: String
  private let amount: Decimal

  init?(_ price: Money?) {
    guard let price else { return nil }
    code = price.currency.rawValue
    amount = price.amount
  }

  static func < (left: PriceKey, right: PriceKey) -> Bool {
    guard left.code == right.code else {
      return left.code.utf8.lexicographicallyPrecedes(right.code.utf8)
    }
    return left.amount < right.amount
  }
}

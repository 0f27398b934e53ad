/// A number from 1, such as a page or a number of rows.
public struct Count: WholeNumberValue {
  public static let least = 1
  public static let sample = "2"
  public let value: Int

  public init(_ value: Int) { self.value = value }
}

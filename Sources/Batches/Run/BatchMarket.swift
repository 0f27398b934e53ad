/// What a batch needs of a market. The live one is ``ClientBatchMarket``.
package protocol BatchMarket: Sendable {
  /// The highest id of any listing, 0 if there is none; nil if it cannot be read.
  func highestID() async -> Int?
  /// - Parameter listing: the target; nil for a new listing.
  func send(_ step: BatchStep, listing: Int?) async -> StepAnswer
  func read(_ listing: Int) async -> TargetReading
  /// The own listings above an id; nil if they cannot be read.
  func ownListings(above id: Int) async -> [Candidate]?
}

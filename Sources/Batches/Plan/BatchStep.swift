package import MarketWire

/// One change of a plan.
package struct BatchStep: Hashable, Sendable {
  package enum Change: Hashable, Sendable {
    /// A new listing with prepared photos.
    case create(ListingFields, photos: [StepPhoto])
    /// New values for some fields; `before` has the listing as it was when the plan was made.
    case edit(StepTarget, before: ListingContent, after: ListingFields)
    case remove(StepTarget, before: ListingContent)
  }

  /// The number of the step in its batch, from 1.
  package let number: Int
  /// The line of the file that it comes from; nil if it does not come from a file.
  package let line: Int?
  package let change: Change

  package init(_ number: Int, line: Int? = nil, _ change: Change) {
    self.number = number
    self.line = line
    self.change = change
  }

  /// The listing to change; nil for a new one.
  package var target: StepTarget? {
    switch change {
    case .create: nil
    case .edit(let target, _, _), .remove(let target, _): target
    }
  }

  /// The listing as it should be afterwards; nil for a removal.
  package var content: ListingContent? {
    switch change {
    case .create(let fields, let photos): ListingContent(fields, photoCount: photos.count)
    case .edit(_, let before, let after): before.changed(by: after)
    case .remove: nil
    }
  }
}

/// The listing that a step changes.
package enum StepTarget: Hashable, Sendable {
  case listing(Int)
  /// The listing that an earlier step creates.
  case step(Int)
}

/// A prepared photo, by the name of its copy in the folder of the batch.
package struct StepPhoto: Hashable, Sendable {
  /// SHA-256 of the bytes, in hexadecimal digits.
  package let digest: String
  package let filename: String
  package let mediaType: String

  package init(digest: String, filename: String, mediaType: String) {
    self.digest = digest
    self.filename = filename
    self.mediaType = mediaType
  }
}

package import MarketWire

/// One request of a plan. A change of the seller is one step or, if it needs several requests, a head
/// and its parts.
package struct BatchStep: Hashable, Sendable {
  /// What is requested. It is indirect so that plan and batch share the values of long files.
  package indirect enum Change: Hashable, Sendable {
    /// A new listing with prepared photos.
    case create(ListingFields, photos: [StepPhoto])
    /// New values for some fields; `before` has the listing as it was when the plan was made. Without
    /// fields nothing is sent, because only the code changes.
    case edit(StepTarget, before: ListingContent, after: ListingFields)
    /// Other photos for a listing: the ids of those that stay, and nil for the next of `photos`. The
    /// copies are those that it had before, for undo.
    case setPhotos(
      StepTarget, before: ListingContent, order: [Int?], photos: [StepPhoto],
      copies: [StepPhoto] = [])
    /// Another thumbnail for a listing that an earlier step creates; `photo` counts from 1.
    case chooseThumbnail(StepTarget, photo: Int)
    /// The photos are copies, for undo.
    case remove(StepTarget, before: ListingContent, photos: [StepPhoto] = [])
  }

  /// The codes of a listing before and after a step.
  package struct CodeChange: Hashable, Sendable {
    package let before: String?
    package let after: String?
    /// The listing that loses the code, as the seller agreed.
    package let takenFrom: Int?

    package init(before: String?, after: String?, takenFrom: Int? = nil) {
      self.before = before
      self.after = after
      self.takenFrom = takenFrom
    }
  }

  /// The number of the step in its batch, from 1.
  package let number: Int
  /// The line of the file that it comes from; nil if it does not come from a file.
  package let line: Int?
  /// The head of the change that this step is a part of; nil for the head itself. A part is sent only
  /// if the head and all earlier parts have happened.
  package let partOf: Int?
  package let change: Change
  /// The code that changes with the step, in the seller's notebook.
  package let code: CodeChange?
  /// The step of an earlier batch that this one takes back.
  package let undoes: StepReference?

  package init(
    _ number: Int, line: Int? = nil, partOf: Int? = nil, _ change: Change, code: CodeChange? = nil,
    undoes: StepReference? = nil
  ) {
    self.number = number
    self.line = line
    self.partOf = partOf
    self.change = change
    self.code = code
    self.undoes = undoes
  }

  /// The listing to change; nil for a new one.
  package var target: StepTarget? {
    switch change {
    case .create: nil
    case .edit(let target, _, _), .setPhotos(let target, _, _, _, _),
      .chooseThumbnail(let target, _), .remove(let target, _, _):
      target
    }
  }

  /// The listing as it was before; nil if it is unknown or new.
  package var before: ListingContent? {
    switch change {
    case .edit(_, let before, _), .setPhotos(_, let before, _, _, _), .remove(_, let before, _):
      before
    case .create, .chooseThumbnail: nil
    }
  }

  /// The listing as it should be afterwards; nil for a removal or a change of the thumbnail.
  package var content: ListingContent? {
    switch change {
    case .create(let fields, let photos):
      return ListingContent(new: fields, photoCount: photos.count)
    case .edit(_, let before, let after): return before.changed(by: after)
    case .setPhotos(_, let before, let order, _, _):
      var content = before
      content.photoCount = order.count
      content.photoIDs = nil
      return content
    case .chooseThumbnail, .remove: return nil
    }
  }

  /// The copies of the photos that a listing had before the step.
  package var copies: [StepPhoto] {
    switch change {
    case .remove(_, _, let copies), .setPhotos(_, _, _, _, let copies): copies
    case .create, .edit, .chooseThumbnail: []
    }
  }

  /// Whether a request is sent; otherwise only the notebook changes.
  package var needsRequest: Bool {
    if case .edit(_, _, let after) = change { return !after.isEmpty }
    return true
  }

  /// Whether carrying it out twice does no harm, whatever happened in between.
  var isRepeatable: Bool {
    if case .chooseThumbnail = change { return true }
    return false
  }
}

/// A step of a stored batch.
package struct StepReference: Hashable, Sendable {
  package let batch: Int
  package let step: Int

  package init(batch: Int, step: Int) {
    self.batch = batch
    self.step = step
  }
}

/// The listing that a step changes.
package enum StepTarget: Hashable, Sendable {
  case listing(Int)
  /// The listing that an earlier step creates.
  case step(Int)
}

/// A prepared photo. The folder of the batch has its bytes, by their digest.
package struct StepPhoto: Hashable, Sendable {
  /// SHA-256 of the bytes, in hexadecimal digits.
  package let digest: String
  package let filename: String
  package let mediaType: String
  /// Whether the photo was the thumbnail of the removed listing.
  package let isThumbnail: Bool

  package init(digest: String, filename: String, mediaType: String, isThumbnail: Bool = false) {
    self.digest = digest
    self.filename = filename
    self.mediaType = mediaType
    self.isThumbnail = isThumbnail
  }
}

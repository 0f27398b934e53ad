/// What the driver of a batch reports to its machine.
package enum BatchEvent: Hashable, Sendable {
  /// - Parameter highestID: the highest id of any listing of the market, 0 if there is none; nil if it
  ///   cannot be read, or is not needed.
  case started(highestID: Int?)
  /// The last record of the step is on disk.
  case recorded(step: Int)
  /// The target of the step before its first request.
  case checked(step: Int, TargetReading)
  case answered(step: Int, StepAnswer)
  case found(step: Int, LookUpResult)
  case waited(step: Int)
  /// The own listings above an id, at the end of the batch; empty if they cannot be read.
  case surveyed([Candidate])
  /// The seller pressed Ctrl-C: requests under way are finished.
  case interrupted
  /// The seller pressed Ctrl-C again: nothing is waited for.
  case abandoned
  /// The journal cannot be written.
  case journalFailed
}

/// The result of a request that changes a listing.
package enum StepAnswer: Hashable, Sendable {
  /// `photoIDs` are those after a change of photos.
  case accepted(listing: Int, photoIDs: [Int]? = nil)
  case refused(status: Int?, message: String?)
  /// The identifier or the secret is wrong.
  case notAuthorized
  /// Nothing was sent.
  case notSent
  /// A photo to send is not the one that was planned, or cannot be read. Nothing was sent.
  case photoChanged(filename: String)
  /// Not carried out; the market asks to send it again after this time.
  case busy(retryAfter: Duration)
  /// May have been carried out. `sawEnd` says whether the exchange ended on the wire.
  case unclear(sawEnd: Bool, status: Int?)
}

/// What the market has.
package enum TargetReading: Hashable, Sendable {
  case listing(ListingContent)
  case gone
  /// The market cannot be read.
  case failed
}

/// What a look-up found.
package enum LookUpResult: Hashable, Sendable {
  /// The own listings above the highest id that was known, for a create.
  case listings([Candidate])
  /// The target of an edit or a removal.
  case target(TargetReading)
  /// The market cannot be read.
  case failed
}

/// An own listing that may be the result of a create.
package struct Candidate: Hashable, Sendable {
  package let id: Int
  package let content: ListingContent

  package init(id: Int, content: ListingContent) {
    self.id = id
    self.content = content
  }
}

/// What the driver has to do. An effect is answered by the event named in its comment.
package enum BatchEffect: Hashable, Sendable {
  /// Read the highest id again after a wait. → ``BatchEvent/started(highestID:)``
  case start(after: Duration)
  /// Store the record and sync it. → ``BatchEvent/recorded(step:)``
  case record(StepRecord)
  /// Read the target. → ``BatchEvent/checked(step:_:)``
  case check(step: Int, listing: Int)
  /// Send the request. → ``BatchEvent/answered(step:_:)``
  case send(step: Int, listing: Int?)
  /// Read what the market has. → ``BatchEvent/found(step:_:)``
  case lookUp(step: Int, listing: Int?, above: Int?)
  /// → ``BatchEvent/waited(step:)``
  case wait(step: Int, Duration)
  /// Read the own listings above an id. → ``BatchEvent/surveyed(_:)``
  case survey(above: Int)
  /// Show the result of the step.
  case ended(StepRecord)
  /// Nothing is left to do.
  case finished(BatchEnd)
}

/// Why a batch ended.
package enum BatchEnd: Hashable, Sendable {
  /// Every step has its final state.
  case completed
  /// A step failed, and the batch was to stop at the first failure.
  case stopped(atStep: Int)
  case notAuthorized
  /// Several steps in a row were given up, so the market or the network is down.
  case givenUp
  /// The highest id of the market cannot be read, so nothing was sent.
  case unreadable
  case interrupted
  case journalFailed

  /// Whether the remaining parts of a change are still sent.
  var finishesChanges: Bool {
    switch self {
    case .interrupted, .stopped, .givenUp: true
    case .completed, .notAuthorized, .unreadable, .journalFailed: false
    }
  }
}

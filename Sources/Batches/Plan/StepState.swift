/// What is known about a step; the raw values are stored in the journal.
package enum StepState: String, Hashable, Sendable, CaseIterable {
  /// Nothing was sent, or it did not arrive; the reason of the record says why.
  case planned
  /// The request may have been sent. Stored before its first byte is sent.
  case sent
  case done
  /// Refused by the market, or impossible.
  case failed
  /// Sent, and no response says whether it was carried out.
  case unknown
  /// A look-up has shown that the market already has the change.
  case adopted
  /// The market has something else; the seller decides.
  case conflict

  /// Whether the step is over in this run.
  package var isFinal: Bool {
    switch self {
    case .planned, .sent, .unknown: false
    case .done, .failed, .adopted, .conflict: true
    }
  }

  /// Whether a batch that is continued leaves the step alone; it tries a failed one again.
  package var isSettled: Bool { isFinal && self != .failed }
}

/// The state of a step with its facts, as the journal stores it.
package struct StepRecord: Hashable, Sendable {
  package var step: Int
  package var state = StepState.planned
  /// The number of requests sent so far, without those that the market asked to repeat later.
  package var attempts = 0
  /// When the first and the last request were sent, in time since 1970.
  @OptionalTime package var firstSentAt: Duration?
  @OptionalTime package var sentAt: Duration?
  /// The highest id of any listing that was known before the first request.
  package var highestID: Int?
  /// The listing that was created, changed or removed.
  package var listing: Int?
  package var reason: StepReason?
  /// The ids of the photos after a change of photos, if an answer told them.
  package var photoIDs: [Int]?

  package init(step: Int) {
    self.step = step
  }

  /// Whether a run tried the step and gave it up without effect, so that it is still to be done.
  package var isGivenUp: Bool {
    guard state == .planned, let reason else { return false }
    if case .earlierStep = reason { return false }
    return true
  }
}

/// A time in whole nanoseconds, or none, in a third of the memory of `Duration?`. A long batch has many.
@propertyWrapper
package struct OptionalTime: Hashable, Sendable {
  private var nanoseconds = Int64.min

  package init(wrappedValue: Duration? = nil) {
    self.wrappedValue = wrappedValue
  }

  package var wrappedValue: Duration? {
    get { nanoseconds == .min ? nil : .nanoseconds(nanoseconds) }
    set {
      let parts = newValue?.components
      nanoseconds =
        parts.map { $0.seconds * 1_000_000_000 + $0.attoseconds / 1_000_000_000 } ?? .min
    }
  }
}

/// Why a step failed, is unknown or in conflict. It is indirect because few steps have a reason.
package indirect enum StepReason: Hashable, Sendable {
  /// The market refused the request; its message is untrusted.
  case refused(status: Int?, message: String?)
  case unreachable
  /// No response came in time.
  case noResponse
  /// A response came that does not say what happened.
  case unclearResponse(status: Int?)
  /// The market asks to wait for longer than a batch waits.
  case busy
  /// An earlier step on the same listing, or the one that creates it, was not carried out.
  case earlierStep(Int)
  case listingGone
  case changedByOthers
  /// A photo was changed after the plan was made, or cannot be read any more.
  case photoChanged(filename: String)
  /// The market stored other values than it was sent.
  case notAsSent
  /// Several listings, or one that is not quite equal, may be the result of the step.
  case similarListings([Int])
}

package import MarketRender
package import Messages
import TerminalKit

/// Something that happens while a form is open.
enum FormEvent: WindowEvent {
  case input(TerminalInput)
  case resized(Viewport, TerminalSize)
  /// What became of a photo, by its path.
  case prepared(String, Result<FormPhoto, FormFault>)
  /// What ``FormEffect/check(_:)`` asked for.
  case checked(Result<FormPreview, FormFault>)
}

/// What is sent of a photo.
package struct FormPhoto: Hashable, Sendable {
  /// One line about its size and what was changed.
  package let summary: Message
  /// The SHA-256 of its bytes.
  package let digest: String

  package init(_ summary: Message, digest: String) {
    self.summary = summary
    self.digest = digest
  }
}

/// What a form asks of its driver.
enum FormEffect: Hashable, Sendable {
  /// Prepares a photo, to say what is sent of it.
  case prepare(String)
  /// Checks everything, and returns what would be sent.
  case check(FormValues)
  /// Stops the program until the user continues it, as Ctrl-Z does.
  case suspend
  case leave(FormEnd)
}

/// How a form was left.
package enum FormEnd: Hashable, Sendable {
  case send(FormValues, FormPreview)
  /// Nothing is sent.
  case left(FormValues)
}

/// What would be sent, for a last look.
package struct FormPreview: Hashable, Sendable {
  /// The listing as buyers will see it.
  package var listing: ListingDetail
  /// The seller's code, which buyers do not see.
  package var code: String?
  /// What changes, and what is sent of the photos.
  package var notes: [Message]
  /// What may be a slip.
  package var warnings: [Message]
  /// Such as `Add Oak mug at home?`.
  package var question: Message
  /// What an answer confirms, by the names that `--allow` takes.
  package var confirms: [String]

  package init(
    listing: ListingDetail, notes: [Message], warnings: [Message], question: Message,
    code: String? = nil, confirms: [String] = []
  ) {
    self.listing = listing
    self.code = code
    self.notes = notes
    self.warnings = warnings
    self.question = question
    self.confirms = confirms
  }
}

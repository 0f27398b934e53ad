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
  case checked(Result<FormPreview?, FormFault>)
  /// What ``FormEffect/look(_:)`` asked for.
  case looked(FormOutlook?)
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
  /// Finds out what the values would do; see ``FormRules/outlook``.
  case look(FormValues)
  /// Stops the program until the user continues it, as Ctrl-Z does.
  case suspend
  case leave(FormEnd)
}

/// How a form was left.
package enum FormEnd: Hashable, Sendable {
  case send(FormValues, FormPreview)
  /// All is filled in, and what it does is shown and asked elsewhere.
  case filled(FormValues)
  /// Nothing is sent.
  case left(FormValues)
}

/// What the values of a form mean and would do, as far as that is known while it is filled in.
package struct FormOutlook: Hashable, Sendable {
  /// The fields, which may be others than before; empty if they stay.
  package var fields: [FormField]
  /// The values that the fields have if they are others.
  package var values: FormValues
  /// What the form is about, such as the first rows of a table; a line each.
  package var excerpt: [String]
  /// The line of the excerpt that matters most.
  package var marked: Int?
  package var outcome: Message

  package init(
    fields: [FormField], values: FormValues, excerpt: [String], marked: Int?, outcome: Message
  ) {
    self.fields = fields
    self.values = values
    self.excerpt = excerpt
    self.marked = marked
    self.outcome = outcome
  }
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

import CommandLanguage
import Messages

extension HelpTopics {
  static let forms = HelpTopic(
    "forms", summary: "Forms for new listings and changes, and their drafts",
    parts: [
      .paragraph(
        """
        At a prompt, add opens a form for what is missing, and edit 12 without changes one with the \
        present values. Limits are shown while you type; at the end you see the listing as buyers \
        will, and one Enter sends it. The command that does the same is shown.
        """),
      .table(
        "Keys of a form",
        [
          .init("Enter, Up, Down, Tab", "the next field, or another one"),
          .init("Left, Right, letters", "another choice, such as the currency"),
          .init("Alt-Enter", "a new line in the description"),
          .init("Tab", "complete the path of a photo"),
          .init("Up, then Alt-Up, Alt-Down, Del", "select a photo, move it, remove it"),
          .init("Ctrl-S", "the last look, from any field"),
          .init("Esc, Ctrl-C", "leave; what you typed is kept as a draft"),
        ]),
      .paragraph(
        """
        The first photo is the thumbnail. drafts lists what you began. add --draft NAME continues a \
        new listing, edit 12 the changes of listing 12, and drafts remove NAME deletes a draft. In spoken mode, each field is a question of its own; in a \
        pipe and with --no-input, what is missing is an error.
        """),
    ], seeAlso: ["add", "edit", "drafts", "keys"])
}

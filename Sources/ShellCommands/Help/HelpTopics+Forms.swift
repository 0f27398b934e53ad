import CommandLanguage
import Messages

extension HelpTopics {
  static let forms = HelpTopic(
    "forms", summary: "Forms for new listings and changes, and their drafts",
    parts: [
      .paragraph(
        """
        At a prompt, add opens a form when required options are missing, and edit 12 without \
        changes opens a form with the current values of listing 12. Limits are shown while you \
        type. A preview shows the listing as buyers will see it: Enter sends it, or y if there are \
        warnings. Then you see the command that does the same.
        """),
      .table(
        "Keys of a form",
        [
          .init(term: "Enter, Up, Down, Tab, Shift-Tab", "go to the next or previous field"),
          .init(term: "Left, Right, letters", "choose a value, such as the currency"),
          .init("Alt-Enter", "a new line in the description"),
          .init("Tab", "complete the path of a photo"),
          .init(term: "Up, then Alt-Up, Alt-Down, Del", "select a photo, move it, remove it"),
          .init("Ctrl-S", "preview the listing, from any field"),
          .init("Esc, Ctrl-C", "leave, and save what you typed as a draft"),
        ]),
      .paragraph(
        """
        The first photo becomes the thumbnail. drafts lists your drafts: add --draft NAME \
        continues a new listing, edit 12 continues the changes of listing 12, and drafts remove \
        NAME deletes a draft. In spoken mode, the form asks one question for each field. In a pipe \
        or with --no-input, there is no form, and missing options are an error.
        """),
    ], seeAlso: ["add", "edit", "drafts", "keys"])
}

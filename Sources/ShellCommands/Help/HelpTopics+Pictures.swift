import CommandLanguage
import Messages

extension HelpTopics {
  static let pictures = HelpTopic(
    "pictures", summary: "Pictures in the terminal, and photos of listings",
    parts: [
      .paragraph(
        """
        The details of a listing, lists as cards and lists with thumbnails have pictures. The \
        terminal is asked once what it supports: the protocols of kitty and iTerm2, or sixel. \
        Otherwise pictures are drawn with symbols.
        """),
      .paragraph(
        """
        Text comes first. At the prompt, any key ends the wait for pictures. An answer with \
        pictures is never paged. Pictures are cached for 7 days.
        """),
      .table(
        "Show pictures",
        [
          .init("show 12", "the details of a listing with its photos"),
          .init("photo 12 2", "the second photo, as large as the window"),
          .init("list --grid", "a list as cards"),
          .init("list --thumbs", "a table with a small picture in each row"),
          .init("--no-pictures", "without pictures, for one command; also --pictures"),
          .init("set pictures off", "never; also auto, kitty, sixel, iterm and symbols"),
          .init("refresh", "the last list; pictures that have changed are loaded again"),
        ]),
      .table(
        "Photos to send",
        [
          .init("--image a.jpg b.heic", "one to five photos of add, in their order"),
          .init("--thumbnail 2", "the second photo stands for the listing"),
          .init("--background #fff", "the color behind transparent parts"),
          .init("--no-prepare", "send the files as they are"),
          .init("photo prepare *.jpg", "only prepare photos, into the folder prepared"),
          .init("photo save 12", "save the photos of a listing as files"),
        ]),
      .paragraph(
        """
        Photos are turned upright, shrunk to at most 1,600 pixels and 300 KB, and sent without \
        location and other metadata. The files themselves are only read.
        """),
    ],
    seeAlso: ["add", "photo prepare", "offline"])
}

import CommandLanguage
import MarketWire
import SellerFiles

/// The notebook of one account as JSON, to move it to another machine.
struct NotebookFile: Hashable, Sendable {
  private static let format = "openmarket-notebook"

  /// The address of the market, whose ids the listings have.
  var market: String
  var codes: [Int: String] = [:]
  var entries: [Notebook.Entry] = []
  var searches: [Notebook.Search] = []

  var isEmpty: Bool { codes.isEmpty && entries.isEmpty && searches.isEmpty }

  var json: JSON {
    let ids = Set(codes.keys).union(entries.map(\.listing)).sorted()
    let known = Dictionary(entries.map { ($0.listing, $0) }) { first, _ in first }
    return .object([
      "format": .string(Self.format), "version": .integer(1), "market": .string(market),
      "listings": .array(ids.map { Self.listing($0, known[$0], code: codes[$0]) }),
      "searches": .array(
        searches.map {
          .object(["words": .string($0.words), "date": .string($0.date.exactText)])
        }),
    ])
  }

  private static func listing(_ id: Int, _ entry: Notebook.Entry?, code: String?) -> JSON {
    var object: JSONObject = ["id": .integer(id)]
    object["code"] = code.map(JSON.string)
    guard let entry else { return .object(object) }
    object["name"] = .string(entry.name)
    object["starred"] = entry.starred.map { .string($0.exactText) }
    object["gone"] = entry.gone.map { .string($0.exactText) }
    object["notes"] = .array(
      entry.notes.map { note in
        var object: JSONObject = [
          "date": .string(note.written.exactText), "text": .string(note.text),
        ]
        object["rating"] = note.rating.map(JSON.integer)
        return .object(object)
      })
    return .object(object)
  }
}

extension NotebookFile {
  /// Reads a file; nil if it is not a notebook. Members of later versions are ignored.
  init?(_ json: JSON) {
    guard let object = json.objectValue, object["format"]?.stringValue == Self.format,
      let market = object["market"]?.stringValue, let rows = object["listings"]?.arrayValue
    else { return nil }
    self.market = market
    for row in rows {
      guard let listing = row.objectValue, let id = listing["id"]?.intValue else { return nil }
      codes[id] = listing["code"]?.stringValue.flatMap { try? SellerCode($0) }?.text
      guard let name = listing["name"]?.stringValue else { continue }
      var entry = Notebook.Entry(
        listing: id, name: name, starred: Self.date(listing["starred"]),
        gone: Self.date(listing["gone"]))
      entry.notes = (listing["notes"]?.arrayValue ?? []).compactMap(Self.note)
      entries.append(entry)
    }
    searches = (object["searches"]?.arrayValue ?? []).compactMap { row in
      guard let words = row.objectValue?["words"]?.stringValue,
        let date = Self.date(row.objectValue?["date"])
      else { return nil }
      return Notebook.Search(words: words, date: date)
    }
  }

  private static func note(_ json: JSON) -> Notebook.Note? {
    guard let object = json.objectValue, let written = date(object["date"]),
      let text = object["text"]?.stringValue
    else { return nil }
    let rating = object["rating"]?.intValue.flatMap { (1...5).contains($0) ? $0 : nil }
    return Notebook.Note(written: written, text: text, rating: rating)
  }

  private static func date(_ json: JSON?) -> WireDate? {
    json?.stringValue.flatMap(WireDate.init(text:))
  }
}

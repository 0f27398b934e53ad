import FullScreen
import MarketRender
import MarketWire
import Messages
import SellerFiles
import SellerSession
import Synchronization

/// What was typed into the sheet of an account and is not sent yet, and how its columns are.
final class SheetStore: Sendable {
  private typealias Kept = (place: SheetChanges.Place, old: String, new: String)

  private let file: PrivateFile
  /// The version of the changes in the file, and this window's cells there.
  private let written = Mutex((version: -1, cells: [SheetChanges.Place: [String]]()))

  init(_ market: CurrentMarket) throws {
    file = PrivateFile(path: try DraftStore(market).sheetPath)
  }

  /// Adds what was kept; a file of which nothing can be read is left alone until the next change.
  func read(into place: inout SheetPlace) throws {
    guard let object = try file.read()?.objectValue else { return }
    place.changes = SheetChanges(Self.cells(object))
    written.withLock { $0.cells = Self.texts(place.changes) }
    let columns = (object["columns"]?.arrayValue ?? []).compactMap(\.stringValue)
      .compactMap(SheetColumn.init)
    if !columns.isEmpty, Set(columns).count == columns.count { place.columns = columns }
    for (name, value) in object["widening"]?.objectValue?.members.map({ ($0.key, $0.value) }) ?? []
    {
      if let column = SheetColumn(rawValue: name) { place.widening[column] = value.intValue }
    }
  }

  private static func cells(_ object: JSONObject) -> [Kept] {
    (object["cells"]?.arrayValue ?? []).compactMap(\.objectValue).compactMap(cell)
  }

  private static func texts(_ changes: SheetChanges) -> [SheetChanges.Place: [String]] {
    Dictionary(uniqueKeysWithValues: changes.all.map { ($0.place, [$0.cell.old, $0.cell.new]) })
  }

  private static func cell(_ object: JSONObject) -> Kept? {
    guard let id = object["listing"]?.intValue,
      let column = object["column"]?.stringValue.flatMap(SheetColumn.init),
      let old = object["old"]?.stringValue, let new = object["new"]?.stringValue
    else { return nil }
    return (SheetChanges.Place(id, column), old, new)
  }

  /// Keeps changes, unless newer ones are kept already. What another window typed stays: only cells
  /// that this one changed or took back are replaced.
  func save(_ place: SheetPlace) throws {
    try written.withLock { written in
      guard place.changes.version >= written.version else { return }
      let (before, now) = (written.cells, Self.texts(place.changes))
      try file.withLock { () throws(FileError) in
        var cells = ((try? file.read())?.objectValue).map(Self.cells) ?? []
        cells.removeAll { before[$0.place] != now[$0.place] }
        cells += place.changes.all.filter { before[$0.place] != now[$0.place] }
          .map { ($0.place, $0.cell.old, $0.cell.new) }
        try file.write(.object(Self.object(place, cells)))
      }
      written = (place.changes.version, now)
    }
  }

  private static func object(_ place: SheetPlace, _ cells: [Kept]) -> JSONObject {
    let cells = cells.map { cell -> JSON in
      .object([
        "listing": .integer(cell.place.listing), "column": .string(cell.place.column.rawValue),
        "old": .string(cell.old), "new": .string(cell.new),
      ])
    }
    var widening = JSONObject()
    for column in SheetColumn.allCases {
      if let step = place.widening[column] { widening.append(column.rawValue, .integer(step)) }
    }
    return [
      "cells": .array(cells), "columns": .array(place.columns.map { .string($0.rawValue) }),
      "widening": .object(widening),
    ]
  }
}

import FullScreen
import MarketRender
import MarketWire
import Messages
import SellerFiles
import SellerSession
import Synchronization

/// What was typed into the sheet of an account and is not sent yet, and how its columns are.
final class SheetStore: Sendable {
  private let file: PrivateFile
  /// The version of the changes in the file.
  private let written = Mutex(-1)

  init(_ market: CurrentMarket) throws {
    file = PrivateFile(path: try DraftStore(market).sheetPath)
  }

  /// Adds what was kept; a file of which nothing can be read is left alone until the next change.
  func read(into place: inout SheetPlace) throws {
    guard let object = try file.read()?.objectValue else { return }
    let cells = (object["cells"]?.arrayValue ?? []).compactMap(\.objectValue).compactMap(Self.cell)
    place.changes = SheetChanges(cells)
    let columns = (object["columns"]?.arrayValue ?? []).compactMap(\.stringValue)
      .compactMap(SheetColumn.init)
    if !columns.isEmpty, Set(columns).count == columns.count { place.columns = columns }
    for (name, value) in object["widening"]?.objectValue?.members.map({ ($0.key, $0.value) }) ?? []
    {
      if let column = SheetColumn(rawValue: name) { place.widening[column] = value.intValue }
    }
  }

  private static func cell(
    _ object: JSONObject
  ) -> (place: SheetChanges.Place, old: String, new: String)? {
    guard let id = object["listing"]?.intValue,
      let column = object["column"]?.stringValue.flatMap(SheetColumn.init),
      let old = object["old"]?.stringValue, let new = object["new"]?.stringValue
    else { return nil }
    return (SheetChanges.Place(id, column), old, new)
  }

  /// Keeps changes, unless newer ones are kept already.
  func save(_ place: SheetPlace) throws {
    try written.withLock { version in
      guard place.changes.version >= version else { return }
      try file.write(.object(Self.object(place)))
      version = place.changes.version
    }
  }

  private static func object(_ place: SheetPlace) -> JSONObject {
    let cells = place.changes.all.map { item -> JSON in
      .object([
        "listing": .integer(item.place.listing), "column": .string(item.place.column.rawValue),
        "old": .string(item.cell.old), "new": .string(item.cell.new),
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

import Foundation
import MarketWire
package import Messages

extension SheetError {
  /// The place in the file, as `prices.csv:12:C`, and what is wrong there.
  package var message: Message {
    guard let row else { return "\(path): \(reason.message)" }
    guard let column else { return "\(path):\(row): \(reason.message)" }
    return "\(path):\(row):\(column): \(reason.message)"
  }

  /// What is wrong, without the place.
  package var problem: Message { reason.message }

  /// The lines of a file that is not UTF-8, each with the option to read it so.
  package var details: [Message] {
    guard case .notUTF8(let samples) = reason else { return [] }
    return samples.flatMap { sample in
      sample.lines.map { "\(command: "--encoding \(sample.encoding.rawValue)"): \($0)" }
    }
  }
}

extension SheetError.Reason {
  fileprivate var message: Message {
    switch self {
    case .other(let kind): kind.message
    case .noTable: "this is a web page without a table; save the list as \(formatted: ".xlsx")"
    case .unknownFormat:
      "the name must end in one of \(formatted: ".csv .tsv .txt .json .jsonl .xlsx .ods")"
    case .unreadable(let code): "the file cannot be read: \(String(cString: strerror(code)))"
    case .unwritable(let reason): "the file cannot be written: \(reason)"
    case .noHeader: "there is no row with the names of the columns"
    case .duplicateColumn(let name): "there are two columns \(quoted: name)"
    case .noColumn(let value): "\(quoted: value) is in a column without a name"
    case .textAfterQuote:
      "text after a closing quote; a quote within a quoted value is written twice"
    case .unclosedQuote: "the quote at the beginning of this value is never closed"
    case .valueTooLong(let limit): "this value is longer than \(Message.byteCount(limit))"
    case .rowTooLong(let limit): "this row is longer than \(Message.byteCount(limit))"
    case .tooManyColumns(let limit): "there are more than \(grouped: limit) columns"
    case .notAList:
      "the file must be a list of objects: \(formatted: #"[{"name": "Mug", "price": 4000}]"#)"
    case .notAnObject(let kind):
      "each row must be an object such as \(formatted: #"{"name": "Mug"}"#), not \(formatted: kind)"
    case .invalidJSON(let reason): "this is not valid JSON: \(reason.message)"
    case .noSheet, .damaged, .suspicious: spreadsheetMessage
    case .encodingMissing, .notUTF8, .invalid, .zeroByte: encodingMessage
    }
  }

  private var encodingMessage: Message {
    switch self {
    case .encodingMissing(let encoding):
      "this system cannot read \(formatted: encoding.rawValue); save the file as UTF-8"
    case .notUTF8:
      """
      the file is not UTF-8; choose the encoding in which these lines are right, or save it as UTF-8
      """
    case .invalid(let encoding): "the file is not \(formatted: encoding.rawValue)"
    default:
      """
      the file has a byte of 0; if it is UTF-16, add `\(command: "--encoding utf-16")`
      """
    }
  }

  private var spreadsheetMessage: Message {
    switch self {
    case .noSheet(let name?, let names):
      "there is no sheet \(quoted: name), only \(Message.list(names.map { "\(quoted: $0)" }))"
    case .noSheet: "there is no visible sheet with cells"
    case .damaged(let detail):
      "the spreadsheet is damaged (\(detail)); open it in its program and save it again"
    case .suspicious(.entries(let count, let limit)):
      "refused, because the zip has \(grouped: count) entries; at most \(grouped: limit) are read"
    case .suspicious(.size(let limit)):
      "refused, because a part of it is larger than \(Message.byteCount(limit))"
    case .suspicious(.compression(let limit)):
      "refused, because a part of it is compressed more than \(limit) times"
    case .suspicious(.depth(let limit)):
      "refused, because its XML is nested more than \(limit) deep"
    case .suspicious(.merges(let limit)):
      "refused, because it has more than \(grouped: limit) areas of merged cells"
    case .suspicious(.pictures(let limit)):
      "refused, because it has more than \(grouped: limit) pictures"
    case .suspicious(.cells(let limit)):
      "refused, because it has more than \(grouped: limit) cells"
    default: "refused, because its XML declares entities"
    }
  }
}

extension OtherFile {
  fileprivate var message: Message {
    let ending: Message = "\(formatted: ".xlsx")"
    return switch self {
    case .oldSpreadsheet: "this is a spreadsheet of an old format; open it and save it as \(ending)"
    case .password: "the spreadsheet has a password; open it and save it as \(ending) without one"
    case .binary: "this is a binary spreadsheet; open it in Excel and save it as \(ending)"
    case .xml: "this is a spreadsheet as XML; open it in Excel and save it as \(ending)"
    case .numbers: "this is a spreadsheet of Numbers; choose File > Export To > Excel there"
    case .hancom: "this is a spreadsheet of Hancom; open it and save it as \(ending)"
    case .link: "this is only a link to Google Sheets; choose File > Download > \(ending) there"
    case .document: "this is a document and no table; save its table as \(ending)"
    case .picture: "this is a picture and no table"
    case .zip: "this is an archive; unpack it and name the table in it"
    }
  }
}

extension JSONError.Reason {
  fileprivate var message: Message {
    switch self {
    case .empty: "a value is missing"
    case .expected(let token): "\(formatted: token) is missing"
    case .invalidNumber: "a number is wrong"
    case .invalidEscape: "a text has an escape that does not exist"
    case .controlCharacter: "a text has a line break or another control character"
    case .invalidUTF8: "it is not UTF-8"
    case .tooManyValues(let limit): "it has more than \(limit) values"
    case .tooDeep(let limit): "it is nested more than \(limit) deep"
    case .trailing: "text follows the value"
    }
  }
}

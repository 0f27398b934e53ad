public import CommandLanguage
import Foundation
public import MarketRender
import Messages
public import TerminalKit

extension OutputFormat: ChoiceValue {}
extension ColorChoice: ChoiceValue {}

/// The parts of a request that `--trace` shows.
package enum TraceChoice: String, ChoiceValue {
  case requests
  case body
}

/// The options of the process, such as `--market`, `--json` and `--format`, which may be anywhere
/// in a command.
package struct ProcessOptions: Sendable {
  package static let market = Option<Text?>(
    "market", help: "the market to use, by name or address", valueName: "name|url"
  ).offering(.market)
  package static let json = Flag("json", help: "answer in JSON")
  package static let format = Option<OutputFormat?>("format", help: "how the answer is written")
  package static let fields = Option<CommaSeparated<Text>?>(
    "fields", help: "which fields, in which order, such as id,name,price; alone it lists them",
    valueName: "names", optionalValue: .separate(missing: nil))
  package static let out = Option<FilePath?>(
    "out", help: "write the answer to a file: .csv, .tsv, .json, .jsonl or .txt"
  ).role(.output)
  package static let yes = Flag("yes", help: "replace the file of --out")
    .role(.consent)
  package static let excel = Flag(
    "excel", help: "write a .csv that Excel opens without an import")
  package static let color = Option<ColorChoice>("color", help: "when to use color", default: .auto)
  package static let noInput = Flag("input", help: "never ask anything", default: true)
  package static let timeout = Option<Seconds?>(
    "timeout", help: "the time for one request with all its attempts")
  package static let trace = Option<TraceChoice?>(
    "trace", help: "show each request as a curl command; --trace=body shows the answers too",
    optionalValue: .attached(missing: .requests))
  package static let startFile = Flag(
    "rc", help: "start the prompt without the commands in marketrc", default: true)
  package static let help = Flag("help", short: "h", help: "explain the command")
  package static let version = Flag("version", help: "print the version")

  package static let all: [any Parameter] = [
    market, json, format, fields, out, excel, yes, color, noInput, timeout, trace, startFile, help,
    version,
  ]

  package var market: String?
  package var format: OutputFormat?
  package var fields: [String]?
  package var listsFields = false
  /// The file that gets the answer.
  package var out: FilePath?
  /// Whether that file may be replaced.
  package var replaces = false
  /// Whether that file is for Excel.
  package var isForExcel = false
  package var color = ColorChoice.auto
  package var mayAsk = true
  package var timeout: Duration?
  package var trace: TraceChoice?
  package var readsStartFile = true
  package var wantsHelp = false
  package var wantsVersion = false

  package init() {}

  package init(_ input: Input) {
    market = input[Self.market]?.value
    format = input[Self.json] ? .json : input[Self.format]
    listsFields = input.mentions(Self.fields) && input[Self.fields] == nil
    fields = input[Self.fields]?.items.map(\.value)
    // `photo save` has an option of its own for it.
    out = input.value(of: Self.out) ?? nil
    isForExcel = input.value(of: Self.excel) ?? false
    // Some commands have a flag of their own, which answers all questions.
    replaces = input.value(of: Self.yes) ?? false
    color = input[Self.color]
    mayAsk = input[Self.noInput]
    timeout = input[Self.timeout].map { $0.duration }
    trace = input[Self.trace]
    readsStartFile = input[Self.startFile]
    wantsHelp = input[Self.help]
    wantsVersion = input[Self.version]
  }

  /// Whether only the options are answered, for any command.
  package var isAnsweredAlone: Bool { wantsHelp || wantsVersion }

  /// These options, with missing values taken from `standard`.
  package func over(_ standard: ProcessOptions) -> ProcessOptions {
    var options = self
    options.market = market ?? standard.market
    options.format = format ?? standard.format
    options.fields = fields ?? standard.fields
    options.trace = trace ?? standard.trace
    options.timeout = timeout ?? standard.timeout
    if color == .auto { options.color = standard.color }
    options.mayAsk = mayAsk && standard.mayAsk
    return options
  }
}

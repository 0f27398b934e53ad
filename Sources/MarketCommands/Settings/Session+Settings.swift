/// Settings as a session uses them: read once, changed under a lock, and what they mean here.
import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import TerminalKit

extension Session {
  /// What is settled. The file is read once.
  func settings() throws(FileProblem) -> Settings {
    if let known = withState({ $0.settings }) { return known }
    let settings = try Settings(readingFrom: environment.paths.settings)
    withState { $0.settings = settings }
    return settings
  }

  /// Keeps changed settings. The file is read again first, so that another shell's change stays.
  func changeSettings(_ change: @Sendable (inout Settings) -> Void) throws(FileProblem) {
    let path = environment.paths.settings
    let settings = try PrivateFile(path: path).locked { () throws(FileProblem) in
      var settings = try Settings(readingFrom: path)
      change(&settings)
      try settings.write(to: path)
      return settings
    }
    withState { state in
      state.settings = settings
      state.money = nil
    }
  }

  /// What is settled about how things look. A damaged file is told of once and does not keep
  /// anybody from looking around: everything looks as usual then.
  var preferences: Settings {
    if withState({ $0.areSettingsDamaged }) { return Settings() }
    do throws(FileProblem) {
      return try settings()
    } catch {
      withState { $0.areSettingsDamaged = true }
      report("\(ErrorText.words(error)). Until then everything looks as usual.")
      return Settings()
    }
  }

  /// How money is written: as `set locale` says, else as the locale of the environment has it.
  var money: MoneyText {
    let wished = preferences.locale
    return withState { state in
      if let known = state.money { return known }
      let locale =
        wished.map { Locale(identifier: $0) } ?? EnvironmentLocale.locale(environment.variables)
      let money = MoneyText(locale: locale)
      state.money = money
      return money
    }
  }

  /// Whether everything is written for a screen reader: `set spoken`, else `ACCESSIBLE`.
  var isSpoken: Bool {
    if let isSpoken = preferences.isSpoken { return isSpoken }
    let variable = environment.variables["ACCESSIBLE"] ?? ""
    return !variable.isEmpty && variable != "0"
  }

  /// The colors for the background of the terminal: `set theme`, else what the terminal said where
  /// it was asked, else what `COLORFGBG` says, else dark, as most are.
  var theme: Theme {
    switch preferences.theme {
    case .light: return .light
    case .dark: return .dark
    case .auto:
      let told = withState { $0.background }?.isLight
      return told ?? Self.isLight(environment.variables["COLORFGBG"] ?? "") ? .light : .dark
    }
  }

  /// `15;0` and `0;default;15`: the last number is the palette's color of the background.
  private static func isLight(_ text: String) -> Bool {
    guard let number = text.split(separator: ";").last.flatMap({ Int($0) }) else { return false }
    return number == 7 || (9...15).contains(number)
  }

  /// When color is used: `--color`, else `set color`, else as the environment says.
  var color: ColorChoice {
    let option = options?.color ?? .auto
    guard option == .auto else { return option }
    return preferences[.color].flatMap { ColorChoice(rawValue: $0) } ?? .auto
  }

  /// What a stream can show.
  func capabilities(of stream: TerminalOutput) -> Capabilities {
    environment.terminal.capabilities(
      of: stream, environment: environment.variables, color: color)
  }
}

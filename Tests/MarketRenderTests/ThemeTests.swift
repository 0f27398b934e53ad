import Formatting
import Foundation
import TerminalKit
import Testing

@testable import MarketRender

@Suite(.timeLimit(.minutes(60))) struct ThemeTests {
  /// The contrast of a color with white, WCAG 2.
  private func contrastWithWhite(_ color: RGBColor) -> Double {
    func linear(_ value: UInt8) -> Double {
      let share = Double(value) / 255
      return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    let light =
      0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    return 1.05 / (light + 0.05)
  }

  @Test func `every style of the light theme has a contrast of 4.5 to 1`() {
    let theme = Theme.light
    for style in [
      theme.quiet, theme.own, theme.oldPrice, theme.discount, theme.soldOut, theme.link,
      theme.command, theme.success, theme.failure, theme.highlight, theme.option, theme.quoted,
      theme.variable,
      theme.comment, theme.unknown, theme.open,
    ] {
      guard case .rgb(let color) = style.foreground else {
        Issue.record("\(style) has no RGB color")
        continue
      }
      #expect(contrastWithWhite(color) >= 4.5)
      #expect(!style.attributes.contains(.dim))
    }
  }

  @Test func `themes have names`() {
    #expect(Theme.named(.dark) == .dark && Theme.named(.light) == .light)
    #expect(Theme.Name.allCases.map(\.rawValue) == ["dark", "light"])
  }
}

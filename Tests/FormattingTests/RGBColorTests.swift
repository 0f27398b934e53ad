import Testing

@testable import Formatting

@Suite(.timeLimit(.minutes(60))) struct RGBColorTests {
  @Test(
    arguments: [
      (0xFFFFFF, true, "#ffffff"), (0, false, "#000000"), (0xFDF6E3, true, "#fdf6e3"),
      (0x002B36, false, "#002b36"), (0x1E1E1E, false, "#1e1e1e"), (0x0000FF, false, "#0000ff"),
      (0x00FF00, true, "#00ff00"), (0x7F7F7F, false, "#7f7f7f"), (0x808080, true, "#808080"),
    ] as [(UInt32, Bool, String)])
  func `a color is light or dark and has a hexadecimal notation`(
    _ hex: UInt32, _ isLight: Bool, _ text: String
  ) {
    let color = RGBColor(hex: hex)
    #expect(color.hex == hex)
    #expect(color.isLight == isLight)
    #expect(color.description == text)
  }
}

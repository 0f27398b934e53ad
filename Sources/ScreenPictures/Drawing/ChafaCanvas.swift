import CChafa
import Formatting
import TerminalKit

/// A chafa canvas that draws one picture as cells or sixels; the only type here that owns C
/// objects.
///
/// chafa shares only constant tables between canvases, which it initializes once with GLib's
/// `g_once`. Any number of canvases may draw at the same time, each on one thread. chafa's own
/// threads are switched off: thumbnails are too small to benefit, and several are drawn at once.
struct ChafaCanvas: ~Copyable {
  /// The settings of a canvas.
  struct Configuration {
    var columns: Int
    var rows: Int
    var cell = CellSize.unknown
    var pixelMode = CHAFA_PIXEL_MODE_SYMBOLS
    var mode = CHAFA_CANVAS_MODE_TRUECOLOR
    /// A bit mask of `ChafaSymbolTags`.
    var symbols: Int32 = 0
    var foreground = RGBColor.white
    var background = RGBColor.black
    /// The transparency, 0 to 1, above which a pixel is left out.
    var transparency: Float = 0.5
  }

  /// The content of a cell.
  ///
  /// Colors are 0xRRGGBB or palette indices; -1 means none.
  struct Cell {
    var scalar: Unicode.Scalar
    var foreground: Int32
    var background: Int32
  }

  private let canvas: OpaquePointer

  /// Creates a canvas.
  ///
  /// GLib aborts when memory runs out; the limits of `PixelImage` and `CellBox` keep memory use
  /// low.
  init(_ configuration: Configuration) {
    _ = Self.singleThreaded
    let config = chafa_canvas_config_new()
    defer { chafa_canvas_config_unref(config) }
    let (columns, rows) = (Int32(configuration.columns), Int32(configuration.rows))
    chafa_canvas_config_set_geometry(config, columns, rows)
    chafa_canvas_config_set_cell_geometry(
      config, Int32(configuration.cell.width), Int32(configuration.cell.height))
    chafa_canvas_config_set_pixel_mode(config, configuration.pixelMode)
    chafa_canvas_config_set_canvas_mode(config, configuration.mode)
    chafa_canvas_config_set_transparency_threshold(config, configuration.transparency)
    // With so few cells, dithering is only noise.
    chafa_canvas_config_set_dither_mode(config, CHAFA_DITHER_MODE_NONE)
    chafa_canvas_config_set_fg_color(config, configuration.foreground.hex)
    chafa_canvas_config_set_bg_color(config, configuration.background.hex)
    // chafa preprocesses only for 16 colors or fewer: it raises the contrast, since pale photos
    // would otherwise become white.
    chafa_canvas_config_set_preprocessing_enabled(config, 1)
    if configuration.symbols != 0, let map = chafa_symbol_map_new() {
      cchafa_add_symbols(map, configuration.symbols)
      cchafa_remove_symbols(
        map, CHAFA_SYMBOL_TAG_AMBIGUOUS.rawValue | CHAFA_SYMBOL_TAG_WIDE.rawValue)
      chafa_canvas_config_set_symbol_map(config, map)
      chafa_symbol_map_unref(map)
    }
    canvas = chafa_canvas_new(config)
  }

  deinit { chafa_canvas_unref(canvas) }

  /// Draws the picture over the whole canvas.
  ///
  /// Pixels are passed with four bytes each: chafa 1.12 reads rows of three-byte pixels correctly
  /// only if their length is a multiple of four.
  func draw(_ image: PixelImage) {
    let image = image.layout == .rgba ? image : image.flattened(on: .black)
    chafa_canvas_draw_all_pixels(
      canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, image.bytes, Int32(image.width),
      Int32(image.height), Int32(image.width * 4))
  }

  func cell(column: Int, row: Int) -> Cell {
    let value = chafa_canvas_get_char_at(canvas, Int32(column), Int32(row))
    var cell = Cell(scalar: Unicode.Scalar(value) ?? " ", foreground: -1, background: -1)
    chafa_canvas_get_raw_colors_at(
      canvas, Int32(column), Int32(row), &cell.foreground, &cell.background)
    return cell
  }

  /// Returns the sixel sequence of a canvas in sixel mode.
  ///
  /// Its start and end are set here, so the result does not depend on chafa's terminal database.
  func sixels() -> String {
    let terminal = chafa_term_info_new()
    defer { chafa_term_info_unref(terminal) }
    chafa_term_info_set_seq(terminal, CHAFA_TERM_SEQ_BEGIN_SIXELS, "\u{1B}P%1;%2;%3q", nil)
    chafa_term_info_set_seq(terminal, CHAFA_TERM_SEQ_END_SIXELS, "\u{1B}\\", nil)
    guard let printed = chafa_canvas_print(canvas, terminal) else { return "" }
    defer { g_string_free(printed, 1) }
    let text = UnsafeRawBufferPointer(
      start: printed.pointee.str, count: Int(printed.pointee.len))
    return String(decoding: text, as: UTF8.self)
  }

  private static let singleThreaded: Void = chafa_set_n_threads(1)
}

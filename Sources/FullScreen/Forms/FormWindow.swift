package import Messages
import ScreenPictures
import TerminalKit

/// What a form needs from its command.
package protocol FormHost: Sendable {
  var rules: FormRules { get }
  /// Prepares a photo, and says what is sent of it.
  func prepare(_ path: String) async -> Result<FormPhoto, FormFault>
  /// Checks everything, and returns what would be sent; nil if that is shown after the form.
  func check(_ values: FormValues) async -> Result<FormPreview?, FormFault>
  /// The bytes of a photo as they would be sent; nil if it cannot be used.
  func bytes(of path: String) async -> [UInt8]?
}

/// A form on the whole window, whose photos are prepared and drawn meanwhile.
package struct FormWindow: WindowDriver {
  typealias Model = FormModel

  private let context: WindowContext
  private let host: any FormHost
  /// Whether the pictures are those of a listing of the market, not files.
  private let showsListing: Bool

  package init(_ context: WindowContext, host: any FormHost, showsListing: Bool) {
    self.context = context
    self.host = host
    self.showsListing = showsListing
  }

  /// Shows the form until the user sends or leaves it.
  package func run(
    _ title: Message, fields: [FormField], values: FormValues
  ) async throws -> FormEnd {
    var model = FormModel(
      title, fields: fields, values: values, rules: host.rules, viewport: context.viewport,
      size: context.size)
    var loop = WindowLoop(self, in: context)
    return try await loop.run(&model)
  }

  func resized() -> FormEvent { .resized(context.viewport, context.size) }

  func step(_ effect: FormEffect) -> WindowStep<FormEvent, FormEnd> {
    switch effect {
    case .leave(let end): .leave(end)
    case .suspend: .suspend
    case .prepare(let path): .load("photo \(path)") { .prepared(path, await host.prepare(path)) }
    case .check(let values): .load("check") { .checked(await host.check(values)) }
    case .look(let values): .load("look") { .looked(await host.rules.outlook?(values)) }
    }
  }

  func picture(_ key: WindowPictures.Key) async -> DrawnPicture? {
    // A listing has the pictures of the market, and files instead of them.
    if showsListing, key.url.contains("://") { return await context.picture(key) }
    guard let renderer = context.renderer, let bytes = await host.bytes(of: key.url) else {
      return nil
    }
    return try? await renderer.drawing(of: bytes, in: key.box)
  }
}

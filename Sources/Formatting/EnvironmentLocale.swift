public import Foundation

/// The locale for money that environment variables select.
public enum EnvironmentLocale {
  /// Returns the locale that the first non-empty variable names: `LC_ALL`, `LC_MONETARY` or `LANG`.
  ///
  /// Returns `en_US` if all are empty, or if the name is `C`, `POSIX` or invalid.
  public static func locale(_ environment: [String: String]) -> Locale {
    let names = ["LC_ALL", "LC_MONETARY", "LANG"].lazy.compactMap { environment[$0] }
    let name = names.first { !$0.isEmpty } ?? ""
    return Locale(identifier: identifier(name))
  }

  /// Returns the name without encoding and modifier, such as `ko_KR` for `ko_KR.UTF-8@hangul`.
  private static func identifier(_ name: String) -> String {
    let base = name.prefix { $0 != "." && $0 != "@" }
    let isValid = base.utf8.allSatisfy { byte in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
    return isValid && base.count >= 2 && base != "POSIX" ? String(base) : "en_US"
  }
}

/// The meaning of a parameter's value to code that does not know its command.
public enum ParameterRole: Hashable, Sendable {
  /// The listings that the command is about (`ListingTarget`).
  case targets
  /// A filter that chooses listings instead of targets.
  case filter
  /// The code that a listing gets (`SellerCode`).
  case givesCode
  /// Photos to send (`PhotoPath`).
  case photo
  /// A market by name or address (`Text`).
  case market
  /// The name of a variable (`VariableName`).
  case variableName
  /// The words of a variable's value (`PossiblyEmptyText`).
  case variableValue
  /// A file of commands (`FilePath`).
  case script
  /// The name of a setting.
  case settingName
  /// The value of the setting named before it.
  case settingValue
  /// Where the answer is written. A command may have an option of its own for it, which replaces
  /// that of the process.
  case output
  /// The answer to questions (`Bool`). A command may have a flag of its own with the same name.
  case consent
  /// Whether to send nothing (`Bool`).
  case dryRun
}

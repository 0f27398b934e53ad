/// Placeholder: the module starts with its first type.
enum SQLiteModule {}

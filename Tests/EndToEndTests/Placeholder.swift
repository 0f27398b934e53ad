/// Placeholder until the first test.
enum EndToEndTestsModule {}

/// Placeholder until the first test.
enum MarketCommandsTestsModule {}

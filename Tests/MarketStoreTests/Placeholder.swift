/// Placeholder until the first test.
enum MarketStoreTestsModule {}

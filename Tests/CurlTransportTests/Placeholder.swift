/// Placeholder until the first test.
enum CurlTransportTestsModule {}

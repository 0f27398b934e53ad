/// Placeholder until the first test.
enum PhotosTestsModule {}

//! Real servers, databases and factories for tests.

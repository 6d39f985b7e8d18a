//! What every binary needs to start and stop.

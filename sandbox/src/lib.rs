//! One machine's stand-in for the outside world.

//! Pixels in; a tongue's outline and nine coating scores out.

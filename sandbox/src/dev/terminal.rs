//! Output for the person at the terminal. A closed terminal is not an error.

use std::io::Write as _;
use std::time::Instant;

/// Writes a line.
pub fn print_line(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
    let _ = std::io::stdout().flush();
}

/// Prints the steps of a start with the time since it began.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    start: Instant,
}

impl Progress {
    /// Starts the clock.
    #[must_use]
    pub fn new() -> Self {
        Self { start: Instant::now() }
    }

    /// Prints the current step.
    pub fn print(&self, step: &str) {
        print_line(&format!("{:>6.1} s  {step}", self.start.elapsed().as_secs_f32()));
    }
}

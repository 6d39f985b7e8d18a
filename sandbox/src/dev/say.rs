//! Words to the person at the terminal. A terminal that went away is no error.

use std::io::Write as _;
use std::time::Instant;

/// Writes a line.
pub fn line(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
    let _ = std::io::stdout().flush();
}

/// Tells the steps of a start, each with the time since its beginning.
#[derive(Clone, Copy, Debug)]
pub struct Steps(Instant);

impl Steps {
    /// Begins to count.
    #[must_use]
    pub fn begin() -> Self {
        Self(Instant::now())
    }

    /// Tells what is being done.
    pub fn tell(&self, what: &str) {
        line(&format!("{:>6.1} s  {what}", self.0.elapsed().as_secs_f32()));
    }
}

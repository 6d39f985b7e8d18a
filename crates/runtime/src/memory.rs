//! The memory of a process.

use std::time::Duration;

/// How often [`return_freed_memory`] frees a block.
const RETURN_INTERVAL: Duration = Duration::from_secs(5);
/// The bytes of a block that the allocator does not keep for later.
const LARGE_BLOCK_BYTES: usize = 8 * 1024 * 1024;

/// Keeps the kernel from giving the heap huge pages, which the allocator asks for: a server that touches a little of much
/// memory would hold two megabytes for each such place. To be called first in a program.
pub fn disable_huge_pages() {
    // a kernel without them refuses, and has none
    let _ = nix::sys::prctl::set_thp_disable(true);
}

/// Gives freed memory back to the system, periodically. Never returns.
///
/// mimalloc keeps freed memory for a second, and looks whether that time is over when a large block comes or goes. In a server
/// at rest none does, so it would keep what its last burst, or its start, took.
pub async fn return_freed_memory() {
    let mut ticks = tokio::time::interval(RETURN_INTERVAL);
    loop {
        ticks.tick().await;
        // never written to, so that it is no memory yet
        drop(std::hint::black_box(Vec::<u8>::with_capacity(LARGE_BLOCK_BYTES)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heap_gets_no_huge_pages() {
        disable_huge_pages();
        let status = std::fs::read_to_string("/proc/self/status").expect("a status");
        assert!(!status.contains("THP_enabled:\t1"), "{status}");
    }
}

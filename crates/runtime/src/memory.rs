//! The memory of a process.

use std::time::Duration;

/// How often [`return_freed_memory`] allocates and frees a block.
const RETURN_INTERVAL: Duration = Duration::from_secs(5);
/// The size of a block that the allocator does not cache, in bytes.
const LARGE_BLOCK_BYTES: usize = 8 * 1024 * 1024;

/// Disables transparent huge pages, which the allocator requests. With them, a server that touches a few bytes in many
/// places would hold 2 MiB for each place. Call it first in a program.
pub fn disable_huge_pages() {
    // a kernel without huge pages returns an error, which does not matter
    let _ = nix::sys::prctl::set_thp_disable(true);
}

/// Returns freed memory to the system periodically. Never returns.
///
/// mimalloc keeps freed memory for a second, and checks for expired memory only when a large block is allocated or
/// freed. An idle server does neither, so it would keep the memory of its last burst or of its startup.
pub async fn return_freed_memory() {
    let mut ticks = tokio::time::interval(RETURN_INTERVAL);
    loop {
        ticks.tick().await;
        // the system backs the block with memory only when it is written to
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

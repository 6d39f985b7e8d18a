//! Freed memory is returned to the system, with the allocator of api and worker.

use std::time::Duration;

use runtime::memory;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const BLOCK_BYTES: usize = 1 << 20;
const BLOCKS: usize = 64;

/// Returns the bytes that belong to this process alone.
fn own_bytes() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("a status");
    let value = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).expect("a field");
    value.trim().trim_end_matches(" kB").parse::<usize>().expect("a number") * 1024
}

#[tokio::test]
async fn freed_memory_is_returned_at_rest() {
    let blocks: Vec<Vec<u8>> = (0..BLOCKS).map(|_| vec![1; BLOCK_BYTES]).collect();
    let before = own_bytes();
    assert!(before > BLOCKS * BLOCK_BYTES);
    drop(blocks);
    let returning = tokio::spawn(memory::return_freed_memory());
    for _ in 0..60 {
        tokio::time::sleep(Duration::from_millis(500)).await;
        if own_bytes() < before - BLOCKS / 2 * BLOCK_BYTES {
            returning.abort();
            return;
        }
    }
    panic!("{} of {before} bytes are held", own_bytes());
}

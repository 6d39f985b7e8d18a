//! The memory of a process.

/// Keeps the kernel from giving the heap huge pages, which the allocator asks for: a server that touches a little of much
/// memory would hold two megabytes for each such place. To be called first in a program.
pub fn disable_huge_pages() {
    // a kernel without them refuses, and has none
    let _ = nix::sys::prctl::set_thp_disable(true);
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

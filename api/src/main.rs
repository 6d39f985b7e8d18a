//! The API's program.

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> anyhow::Result<()> {
    runtime::memory::disable_huge_pages();
    api::cli::run()
}

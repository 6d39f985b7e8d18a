//! The API's program.

fn main() -> anyhow::Result<()> {
    api::cli::run()
}

//! Every listener has the limits of `runtime::server`, and every address is counted by its network.

use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::source::{paths, root};

/// Returns the lines of the programs' sources that contain one of `texts`, with their files.
fn lines_with(texts: &[&str]) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for path in paths()?
        .into_iter()
        .filter(|path| path.contains("/src/") && Path::new(path).extension().is_some_and(|end| end == "rs"))
    {
        let text = fs::read_to_string(root().join(&path)).unwrap_or_default();
        let lines = text.lines().filter(|line| texts.iter().any(|text| line.contains(text)));
        found.extend(lines.map(|line| format!("{path}: {}", line.trim())));
    }
    Ok(found)
}

#[test]
fn listeners_are_served_by_runtime() -> Result<()> {
    let found = lines_with(&["axum::serve("])?;
    assert!(found.is_empty(), "no time limit for heads, no limit of connections: {found:#?}");
    Ok(())
}

#[test]
fn addresses_are_counted_by_network() -> Result<()> {
    let found = lines_with(&["address.0.to_string()", "address.0)).await"])?;
    assert!(found.is_empty(), "an IPv6 client has more addresses than can be counted: {found:#?}");
    Ok(())
}

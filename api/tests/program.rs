//! The program's output that needs no server. The calls are tested in `crates/api-tests`, which runs the same program: cargo
//! builds it because this test does.

use std::fs;
use std::process::Command;

/// `./task gen` brings the file up to date.
#[test]
fn committed_document_is_up_to_date() {
    let printed = Command::new(env!("CARGO_BIN_EXE_api")).arg("openapi").output().expect("it can be run");
    assert!(printed.status.success(), "{}", String::from_utf8_lossy(&printed.stderr));
    let committed = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json")).unwrap_or_default();
    assert!(printed.stdout == committed, "api/openapi.json is out of date: run ./task gen");
}

//! Programs for Node that tests run: ONNX Runtime and a browser.

use std::path::Path;
use std::process::Command;

/// Runs a script of `tests/node` and returns what it prints.
pub fn run_script(script: &str, args: &[&Path]) -> String {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/node");
    assert!(
        dir.join("node_modules/.package-lock.json").exists(),
        "packages are missing: run `npm ci --prefix training/tests/node`, as `./task test:rust` does"
    );
    let output = Command::new("node").arg(dir.join(script)).args(args).output().unwrap();
    assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

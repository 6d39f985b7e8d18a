//! Links functions with the same code once. A tenth of the program, and of the memory that it takes, are such.

#[expect(clippy::disallowed_methods, reason = "cargo names the target in variables")]
fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let target =
        ["ARCH", "OS", "ENV"].map(|part| std::env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default());
    // where Rust links with lld, which knows the option
    if target == ["x86_64", "linux", "gnu"] {
        println!("cargo:rustc-link-arg-bins=-Wl,--icf=all");
    }
}

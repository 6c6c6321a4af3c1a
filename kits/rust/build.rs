//! Tells the kit the compiler's version, which the ready line names.
use std::env::var;
use std::process::Command;

fn main() {
    let rustc = var("RUSTC").expect("Cargo names the compiler");
    let output = Command::new(rustc).arg("--version").output().expect("the compiler tells its version");
    let text = String::from_utf8_lossy(&output.stdout);
    println!("cargo::rustc-env=RUST_VERSION=Rust {}", text.split(' ').nth(1).unwrap_or("of unknown version"));
    println!("cargo::rerun-if-changed=build.rs");
}

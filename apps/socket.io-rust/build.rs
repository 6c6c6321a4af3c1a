//! Tells the app its framework's version, which the ready line names.
use std::fs;

fn main() {
    let lock = fs::read_to_string("Cargo.lock").expect("Cargo has written its lock file");
    let mut lines = lock.lines().skip_while(|line| *line != "name = \"socketioxide\"");
    let version = lines.nth(1).and_then(|line| line.split('"').nth(1)).expect("the framework is in the lock file");
    println!("cargo::rustc-env=FRAMEWORK_VERSION={version}");
    println!("cargo::rerun-if-changed=Cargo.lock");
}

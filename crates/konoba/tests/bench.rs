//! What `konoba bench` computes: the checksums in `bench-checksums.txt`, whatever the speed.
//!
//! They change only with the games that are played. With `SNAPSHOTS=overwrite` the file is written
//! anew; find out why before committing it.

use std::process::Command;

use serde_json::Value;
use snapbox::Data;

#[test]
fn bench_computes_what_is_written() {
    let output = Command::new(env!("CARGO_BIN_EXE_konoba"))
        .args(["bench", "--quick", "--json"])
        .output()
        .expect("the binary runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("the output is JSON");
    let results = report["results"].as_array().expect("there are results");
    let mut computed = String::new();
    for result in results {
        let text = |key: &str| result[key].as_str().expect("a text").to_owned();
        assert!(result["value"].as_f64().expect("a number") > 0.0, "{result}");
        computed += &format!("{} {} {}\n", text("name"), text("unit"), text("checksum"));
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bench-checksums.txt");
    snapbox::assert_data_eq!(computed, Data::read_from(path.as_ref(), None).raw());
}

//! The command line from outside: what is printed where, and with which exit status.
//!
//! With `TRYCMD=overwrite` the files are written anew, for somebody to read.

#[test]
fn commands_answer_as_written() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd").case("tests/cmd/*.toml");
}

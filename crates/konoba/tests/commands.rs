//! The command line from outside: what is printed where, and with which exit status.
//!
//! With `TRYCMD=overwrite` the files are written anew; read the diff before committing it.

#[test]
fn commands_answer_as_written() {
    // The characters do not depend on where the tests run.
    let cases = trycmd::TestCases::new();
    cases.env("LC_ALL", "C.UTF-8").env("TERM", "xterm");
    cases.case("tests/cmd/*.trycmd").case("tests/cmd/*.toml");
}

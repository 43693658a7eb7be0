//! `konoba export`: forms, order and filters.

use std::fs;
#[cfg(unix)]
use std::path::Path;

use konoba_rules::{Record, games};
use serde_json::Value;

use crate::data::{Data, konoba, said, table};

fn exported(data: &Data, arguments: &[&str]) -> String {
    let mut command = konoba();
    said(command.args(["export", "--data"]).arg(data.folder()).args(arguments).output().unwrap())
}

fn lines(data: &Data, arguments: &[&str]) -> Vec<Value> {
    let text = exported(data, &[&["--form", "json", "-"], arguments].concat());
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn lines_of_json_come_in_one_order_and_hold_whole_games() {
    let data = Data::with(12);
    let all = lines(&data, &[]);
    assert_eq!(all.len(), 9, "offers are no games");
    assert_eq!(lines(&data, &[]), all);
    let names: Vec<_> = all.iter().map(|game| game["table"].as_str().unwrap()).collect();
    assert!(names.is_sorted());
    for game in &all {
        let record = Record::from_line(game["line"].as_str().unwrap()).unwrap();
        assert_eq!(record.moves().count(), game["moves"].as_array().unwrap().len());
        assert_eq!(record.setup().to_string(), game["setup"].as_str().unwrap());
        assert_eq!(game["result"].is_null(), record.outcome().is_none());
    }
    let out = tempfile::tempdir().unwrap();
    let file = out.path().join("games.jsonl");
    exported(&data, &["--form", "json", file.to_str().unwrap()]);
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 9);
    assert!(exported(&data, &[out.path().join("sgf").to_str().unwrap()]).contains("9 games"));
    let files = fs::read_dir(out.path().join("sgf")).unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<_> = files.collect();
    assert_eq!(files.len(), 9);
    for file in files {
        let record = Record::from_sgf(&fs::read(&file).unwrap()).unwrap();
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        assert!(name.starts_with("2023-11-") && name.starts_with(record.date()), "{name}");
        assert!(name.starts_with(&record.file_stem()), "{name}");
        assert!(names.iter().any(|table| name.ends_with(table)), "{name}");
    }
}

/// Games in private and their players are not for every user of the machine.
#[cfg(unix)]
#[test]
fn what_is_exported_is_for_its_owner_unless_it_is_public() {
    use std::os::unix::fs::PermissionsExt;
    let (data, out) = (Data::with(4), tempfile::tempdir().unwrap());
    let at = |name: &str| out.path().join(name);
    let (sgf, json, guest, public) = (at("sgf"), at("json"), at("guest"), at("public"));
    exported(&data, &[sgf.to_str().unwrap()]);
    exported(&data, &["--form", "json", json.to_str().unwrap()]);
    exported(&data, &["--public", public.to_str().unwrap()]);
    data.done(&["guest", "export", "1", guest.to_str().unwrap()]);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&json), 0o600);
    for folder in [&sgf, &guest] {
        assert_eq!(mode(folder), 0o700);
        let mut files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        assert!(files.all(|file| mode(&file) == 0o600), "{}", folder.display());
    }
    fs::create_dir(at("plain")).unwrap();
    assert_eq!(mode(&public), mode(&at("plain")));
}

/// The first table was laid on 2023-11-14, and each a day after the one before.
#[test]
fn games_are_chosen_by_kind_and_by_day() {
    let data = Data::with(12);
    let of_days = lines(&data, &["--since", "2023-11-16", "--before", "2023-11-18"]);
    assert_eq!(of_days.len(), 2);
    let kinds = games().iter().map(|spec| {
        let found = lines(&data, &["--game", spec.id]);
        assert!(found.iter().all(|game| game["game"] == spec.id));
        found.len()
    });
    assert_eq!(kinds.sum::<usize>(), 9);
    let to_output = konoba().args(["export", "--data", "x", "-"]).output().unwrap();
    assert_eq!(to_output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&to_output.stderr).into_owned();
    assert!(told.contains("go into a folder"), "{told}");
    let mut command = konoba();
    let wrong = ["export", "--data", "x", "--since", "2023-02-30", "out"];
    let output = command.args(wrong).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_table_that_cannot_be_read_is_named_and_the_others_are_written() {
    let broken = table(2).to_string();
    for (mistake, why) in [
        ("update tables set since = -1 where id = ?1", "it is damaged"),
        ("delete from events where table_id = ?1 and version = 1", "its first event is missing"),
        ("delete from events where table_id = ?1", "its first event is missing"),
    ] {
        let data = Data::with(4);
        assert!(data.connection().execute(mistake, [&broken]).unwrap() > 0);
        let mut command = konoba();
        command.args(["export", "--data"]).arg(data.folder()).args(["--form", "json", "-"]);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{mistake}");
        assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 2, "{mistake}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(&format!("{broken}: {why}")), "{told}");
        assert!(told.contains("1 table could not be read"), "{told}");
    }
}

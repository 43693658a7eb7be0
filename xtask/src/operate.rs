//! `cargo xtask test operate`: the way from one machine to many in docs/OPERATING.md, each command as it stands there.
//!
//! The machines share this one's kernel and files. A game goes on from the first machine to the last.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::dist;
use crate::packages::{Package, turn_to_install};
use crate::workspace::{Workspace, answer, has_command, succeed};

/// The title of the chapter whose commands are run.
const CHAPTER: &str = "## Ten minutes:";
/// The address that each node has, and that stands in the document for all of them.
const NODES: [(&str, &str); 3] =
    [("node1", "10.7.0.21"), ("node2", "10.7.0.22"), ("node3", "10.7.0.23")];
/// The version of PostgreSQL in the document.
const VERSION: &str = "15";

pub(crate) const PACKAGES: [Package; 5] = [
    Package { name: "postgresql", is_here: |_| version().is_some() },
    Package { name: "nginx", is_here: |_| has_command("nginx") },
    Package { name: "curl", is_here: |_| has_command("curl") },
    Package { name: "iproute2", is_here: |_| has_command("ip") },
    // It is on every Debian; whether it may do this is for the kernel and the user to say.
    Package { name: "util-linux", is_here: |_| answer("unshare", &UNSHARED_TRUE).is_some() },
];

const UNSHARED: [&str; 5] = ["--net", "--mount", "--pid", "--fork", "--kill-child"];
const UNSHARED_TRUE: [&str; 6] = ["--net", "--mount", "--pid", "--fork", "--kill-child", "true"];

/// Commands for one or more machines.
#[derive(Debug, PartialEq, Eq)]
struct Block {
    machines: Vec<String>,
    commands: String,
}

/// Runs the part with the program that people run.
pub(crate) fn test(workspace: &Workspace) -> Result<()> {
    succeed(&mut workspace.cargo(&["build", "--release", "--package", "konoba"]))?;
    run(workspace, &workspace.target.join("release/konoba"))
}

/// Packs a program and goes the way with it.
pub(crate) fn run(workspace: &Workspace, program: &Path) -> Result<()> {
    let folder = workspace.target.join("operate");
    let machines = folder.join("machines");
    fs::create_dir_all(&machines)?;
    let deb = dist::pack_deb(workspace, program, &folder)?;
    let document = fs::read_to_string(workspace.root.join("docs/OPERATING.md"))?;
    let own = version().context("PostgreSQL is not on this machine")?;
    let at = |path: PathBuf| path.display().to_string();
    let mut script = String::new();
    for (name, value) in [
        ("WORK", at(machines)),
        ("DEB", at(deb)),
        ("SYSTEMCTL", at(workspace.root.join("xtask/operate/systemctl"))),
        ("NGINX", at(workspace.root.join("packaging/proxy/nginx.conf"))),
        ("POSTGRES", own.clone()),
    ] {
        script.push_str(&format!("{name}='{value}'\n"));
    }
    script.push_str(&fs::read_to_string(workspace.root.join("xtask/operate/machines.sh"))?);
    script.push_str(&way(&blocks(&document)?, &own)?);
    let file = folder.join("script");
    fs::write(&file, script)?;
    // What is installed on this machine is installed on those, also what is so only by half.
    let _turn = turn_to_install(workspace)?;
    succeed(Command::new("unshare").args(UNSHARED).arg("sh").arg(&file))
}

/// The blocks as a script, with moves of the game between them: at every node when the nodes are there, through the
/// machine in front, and again at all of them after the standby has taken over.
fn way(blocks: &[Block], postgres: &str) -> Result<String> {
    let (mut script, mut moves) = (String::new(), 1);
    let mut cells = ["b3", "c5", "d2", "e6", "f1", "g4", "a7", "b7"].into_iter();
    for Block { machines, commands } in blocks {
        let commands = of_version(commands, postgres);
        for machine in machines {
            let own = NODES.iter().find(|(name, _)| name == machine);
            // A block for several machines is written with the address of the first.
            let commands = match own.filter(|_| machines.len() > 1) {
                Some((_, address)) => commands.replace(NODES[0].1, address),
                None => commands.clone(),
            };
            script.push_str(&format!("on {machine} <<'BLOCK'\n{commands}BLOCK\n"));
        }
        let (are_nodes, is_front) = (machines.len() == NODES.len(), machines == &["front"]);
        let is_promoted = commands.contains(" promote");
        let nodes = NODES.iter().map(|(_, address)| format!("http://{address}:8080"));
        let nodes = nodes.filter(|_| are_nodes || is_promoted);
        let front = Some("https://play.example.org".to_owned());
        for place in nodes.chain(front.filter(|_| is_front || is_promoted)) {
            let cell = cells.next().context("the document leads past more moves than there are")?;
            script.push_str(&format!("play {place} {cell}\n"));
            moves += 1;
        }
    }
    ensure!(cells.next().is_none(), "the document leads past too few moves: {moves}");
    // The first event opens the table.
    script.push_str(&format!(
        "on node2 <<'BLOCK'\n. /etc/konoba/environment\nexport KONOBA_DATABASE\nkonoba admin check\n\
         konoba admin stats | tee said\ngrep -qx 'events {}' said\nBLOCK\necho 'all {moves} moves are kept'\n",
        moves + 1
    ));
    Ok(script)
}

/// Commands for another version of PostgreSQL than the document has.
fn of_version(commands: &str, postgres: &str) -> String {
    let names = [("/", "/"), ("@", "-"), ("pg_ctlcluster ", " ")];
    names.iter().fold(commands.to_owned(), |commands, (before, after)| {
        let from = format!("{before}{VERSION}{after}");
        commands.replace(&from, &format!("{before}{postgres}{after}"))
    })
}

/// The blocks of the chapter, each of which begins with the names of its machines.
fn blocks(document: &str) -> Result<Vec<Block>> {
    let (_, chapter) = document.split_once(CHAPTER).context("the chapter is not there")?;
    let chapter = chapter.split("\n## ").next().unwrap_or(chapter);
    let mut blocks = Vec::new();
    for text in chapter.split("\n```sh\n").skip(1) {
        let (text, _) = text.split_once("```").context("a block without an end")?;
        let (machines, commands) = text.split_once('\n').context("an empty block")?;
        let machines = machines
            .strip_prefix("# ")
            .with_context(|| format!("whose block is it: {machines}"))?;
        let machines = machines.split(' ').map(str::to_owned).collect();
        blocks.push(Block { machines, commands: commands.to_owned() });
    }
    ensure!(!blocks.is_empty(), "the chapter has no commands");
    Ok(blocks)
}

/// The version of PostgreSQL on this machine, where Debian's tools for clusters are.
fn version() -> Option<String> {
    if !has_command("pg_createcluster") {
        return None;
    }
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
    let is_server = |folder: &PathBuf| folder.join("bin/initdb").is_file();
    let newest = versions.map(|version| version.path()).filter(is_server).max()?;
    Some(newest.file_name()?.to_str()?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_leads_from_one_machine_to_three_nodes() {
        let workspace = Workspace::load().unwrap();
        let document = fs::read_to_string(workspace.root.join("docs/OPERATING.md")).unwrap();
        let script = way(&blocks(&document).unwrap(), "17").unwrap();
        for part in ["on db2 <<", "http = \"10.7.0.23:8080\"", "/etc/postgresql/17/main", "promote"]
        {
            assert!(script.contains(part), "{part}");
        }
        assert!(!script.contains("/15/"), "{script}");
    }

    #[test]
    fn a_block_without_machines_is_refused() {
        let block = |first: &str| format!("{CHAPTER} x\n\n```sh\n{first}\nls\n```\n\n## Next\n");
        let machines = vec!["db1".to_owned(), "db2".to_owned()];
        let commands = "ls\n".to_owned();
        assert_eq!(blocks(&block("# db1 db2")).unwrap(), [Block { machines, commands }]);
        assert!(blocks(&block("ls")).is_err());
        assert!(blocks("## Another\n").is_err());
    }
}

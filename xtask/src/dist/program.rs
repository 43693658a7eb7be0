//! The program: built in one folder or in two, and what it needs to run.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::platform::{Platform, System};
use crate::targets::way_to;
use crate::workspace::{Workspace, succeed};

/// Builds it in two folders, asks that both are the same bytes, and returns one.
pub(super) fn built_twice(workspace: &Workspace, platform: &Platform) -> Result<PathBuf> {
    let one = built(workspace, platform, "dist-one")?;
    let two = built(workspace, platform, "dist-two")?;
    ensure!(fs::read(&one)? == fs::read(two)?, "two builds of one source differ");
    Ok(one)
}

/// Builds it in a folder of that name.
pub(super) fn built(workspace: &Workspace, platform: &Platform, name: &str) -> Result<PathBuf> {
    let is_own = platform.is_own()?;
    let folder = workspace.target.join(name);
    let folder = if is_own { folder } else { folder.join(platform.name) };
    let way = way_to(workspace, platform.target).context("no compiler for it is here")?;
    let mut build = way.cargo(workspace, platform.target);
    build.args(["build", "--release", "--locked", "--package", "konoba"]);
    build.env("CARGO_TARGET_DIR", &folder);
    // Paths of this machine would be in the messages of panics.
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let home = home.context("there is no home of cargo")?;
    let remap = [(&workspace.root, "/konoba"), (&home, "/cargo"), (&folder, "/target")]
        .map(|(path, name)| format!("--remap-path-prefix={}={name}", path.display()));
    let mut flags = remap.to_vec();
    if platform.system == System::Windows {
        // Its linker writes the moment into the program otherwise.
        flags.push("-Clink-arg=-Wl,--no-insert-timestamp".to_owned());
    }
    build.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    let mut built = folder.clone();
    if !is_own {
        platform.link(&mut build);
        build.args(["--target", platform.target]);
        way.add_std(&mut build);
        built.push(platform.target);
    }
    succeed(&mut build)?;
    Ok(built.join("release").join(platform.program()))
}

/// The newest version of glibc whose symbols a program uses.
pub(super) fn glibc(program: &Path) -> Result<String> {
    let bytes = fs::read(program).with_context(|| program.display().to_string())?;
    const MARK: &[u8] = b"GLIBC_2.";
    let versions = bytes.windows(MARK.len() + 3).filter(|window| window.starts_with(MARK));
    let minor = |window: &[u8]| {
        let digits = window[MARK.len()..].iter().take_while(|byte| byte.is_ascii_digit());
        std::str::from_utf8(&digits.copied().collect::<Vec<_>>()).ok()?.parse::<u32>().ok()
    };
    let newest = versions.filter_map(minor).max();
    Ok(format!("2.{}", newest.context("the program names no glibc")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_glibc_is_found() {
        let file = std::env::temp_dir().join(format!("konoba-glibc-{}", std::process::id()));
        fs::write(&file, b"\0GLIBC_2.2.5\0GLIBC_2.34\0GLIBC_2.9\0").unwrap();
        assert_eq!(glibc(&file).unwrap(), "2.34");
        fs::write(&file, b"no library at all, however long").unwrap();
        assert!(glibc(&file).is_err());
        fs::remove_file(&file).unwrap();
    }
}

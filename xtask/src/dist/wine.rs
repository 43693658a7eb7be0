//! wine, with what programs of today need beside it.

use std::fs;
use std::process::Command;

use anyhow::Result;

use crate::workspace::{Workspace, succeed};

/// Rust takes random numbers from a library of Windows that wine has only since version 9. This one takes them where older
/// programs do. It is for trying a program here and is packed nowhere: every Windows that Rust supports has its own.
const RANDOM_NUMBERS: &str = "\
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) {
    return RtlGenRandom(bytes, (ULONG)count);
}
";

/// Gives a command a Windows of its own, which says nothing itself and fetches nothing for pages and .NET.
pub(super) fn prepare(workspace: &Workspace, command: &mut Command) -> Result<()> {
    let folder = workspace.target.join("wine");
    let library = folder.join("bcryptprimitives.dll");
    if !library.exists() {
        fs::create_dir_all(&folder)?;
        let source = folder.join("random.c");
        fs::write(&source, RANDOM_NUMBERS)?;
        let mut compile = Command::new("x86_64-w64-mingw32-gcc");
        compile.arg("-shared").arg("-o").arg(&library).arg(source);
        succeed(compile.arg("-ladvapi32"))?;
    }
    // wine looks here after its own folders.
    command.env("WINEPATH", &folder).env("WINEPREFIX", folder.join("prefix"));
    command.env("WINEDEBUG", "-all").env("WINEDLLOVERRIDES", "mscoree,mshtml=");
    Ok(())
}

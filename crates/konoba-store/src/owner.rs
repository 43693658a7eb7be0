//! Whose the files of a database are. Root works in a folder in which the user of the server can put a link at any name, and
//! so nothing here follows one.

#[cfg(unix)]
use std::fs;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a file to be written and leaves what is in it. Where there is none it is created, for its owner alone, and given to
/// the owner of its folder. A link is refused: what it leads to may be any file of the machine.
#[cfg(unix)]
pub fn open_own(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    // This follows no link either, also none that leads nowhere.
    match OpenOptions::new().write(true).create_new(true).mode(OWNER_ONLY).open(path) {
        Ok(file) => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            give(
                &fs::metadata(folder.unwrap_or(Path::new(".")))?,
                &file.metadata()?,
                |user, group| std::os::unix::fs::fchown(&file, Some(user), Some(group)),
            )?;
            Ok(file)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            open_there(OpenOptions::new().write(true), path)
        }
        Err(error) => Err(error),
    }
}

/// Lets only its owner read or write a file, if it is there. What a link leads to stays as it is.
#[cfg(unix)]
pub(crate) fn keep_private(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let Ok(found) = fs::symlink_metadata(path) else { return Ok(()) };
    if found.is_symlink() || found.permissions().mode() & 0o777 == OWNER_ONLY {
        return Ok(());
    }
    let file = open_there(OpenOptions::new().read(true), path)?;
    file.set_permissions(fs::Permissions::from_mode(OWNER_ONLY))
}

/// Gives a file to the owner of another one. Only root can: what root makes in the folder of the server's user would
/// otherwise keep that user out.
#[cfg(unix)]
pub(crate) fn give_to_owner_of(like: &Path, file: &Path) -> io::Result<()> {
    give(&fs::metadata(like)?, &fs::symlink_metadata(file)?, |user, group| {
        std::os::unix::fs::lchown(file, Some(user), Some(group))
    })
}

#[cfg(unix)]
const OWNER_ONLY: u32 = 0o600;

#[cfg(unix)]
fn open_there(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let flags = rustix::fs::OFlags::NOFOLLOW.bits().cast_signed();
    options.custom_flags(flags).open(path).map_err(|error| match path.is_symlink() {
        true => {
            let name = path.file_name().unwrap_or_default().display();
            io::Error::other(format!("{name} is a symbolic link, which is not followed; remove it"))
        }
        false => error,
    })
}

#[cfg(unix)]
fn give(
    like: &fs::Metadata,
    found: &fs::Metadata,
    chown: impl FnOnce(u32, u32) -> io::Result<()>,
) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    if like.uid() == found.uid() {
        return Ok(());
    }
    match chown(like.uid(), like.gid()) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        given => given,
    }
}

/// Elsewhere files take their permissions from the folder.
#[cfg(not(unix))]
pub fn open_own(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(false).open(path)
}

#[cfg(not(unix))]
pub(crate) fn keep_private(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn give_to_owner_of(_: &Path, _: &Path) -> io::Result<()> {
    Ok(())
}

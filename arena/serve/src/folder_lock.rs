//! One server in a folder: two would write over each other's moves.

use std::{
    fs::{File, TryLockError},
    io::{self, Read as _, Seek as _, Write as _},
    path::Path,
    process,
};

use crate::files;

/// The name of the file that is locked; in it stands which process has the folder.
pub(crate) const NAME: &str = "agon.lock";

/// A folder that no other server opens meanwhile. The system takes it back from a process that ends, however it ends.
pub(crate) struct FolderLock(File);

impl FolderLock {
    /// Takes the folder.
    ///
    /// # Errors
    ///
    /// Where another server has it, or no file can be written there.
    pub(crate) fn take(folder: &Path) -> Result<FolderLock, String> {
        let path = folder.join(NAME);
        let named = |error: io::Error| format!("{}: {error}", path.display());
        let mut file = files::shared(&path).map_err(named)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut text = String::new();
                // Some systems let nobody else read it.
                let holder = match file.read_to_string(&mut text) {
                    Ok(_) if !text.trim().is_empty() => format!(", process {}", text.trim()),
                    _ => String::new(),
                };
                return Err(format!(
                    "{}: another server{holder} has this folder open: close it, or choose another folder",
                    folder.display()
                ));
            }
            // A few file systems have no locks, and are used all the same.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(named(error)),
        }
        // On a full disk it is locked all the same.
        let _ = file.set_len(0).and_then(|()| file.rewind()).and_then(|()| writeln!(file, "{}", process::id()));
        Ok(FolderLock(file))
    }

    /// Gives it back, while parts of this process may still hold it.
    pub(crate) fn give_back(&self) {
        // It ends with the process at the latest.
        let _ = self.0.unlock();
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use super::{FolderLock, NAME};

    #[test]
    fn one_server_has_a_folder_and_a_file_that_was_left_is_no_hindrance() {
        let folder = env::temp_dir().join(format!("agon-lock-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(NAME), "4194305 and what a longer line says\n").unwrap();
        let own = FolderLock::take(&folder).unwrap();
        for _ in 0..2 {
            let said = FolderLock::take(&folder).err().unwrap();
            if cfg!(unix) {
                assert!(said.contains(&format!("server, process {} has", process::id())), "{said}");
            }
        }
        own.give_back();
        let next = FolderLock::take(&folder).unwrap();
        assert!(FolderLock::take(&folder).is_err(), "what was given back is not theirs any more");
        drop((own, next));
        FolderLock::take(&folder).unwrap();
        fs::remove_dir_all(&folder).unwrap();
    }
}

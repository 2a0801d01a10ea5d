//! What the system says where it refuses something, as people say it: never with its number.

use std::{io, path::Path};

/// What the system says of a program, or of a file beside it.
pub(crate) fn said(error: &io::Error) -> String {
    let words = match error.kind() {
        // Errors made here have words of their own.
        _ if error.raw_os_error().is_none() => return error.to_string(),
        io::ErrorKind::NotFound => "there is no such file or folder",
        io::ErrorKind::PermissionDenied => "the system does not permit it",
        io::ErrorKind::StorageFull => "the disk is full",
        _ => {
            let said = error.to_string();
            return said.split(" (os error").next().unwrap_or_default().to_owned();
        }
    };
    words.to_owned()
}

/// The same, of this file.
pub(crate) fn of_file(error: &io::Error, file: &Path) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {}", file.display(), said(error)))
}

#[cfg(test)]
mod tests {
    use std::{io, path::Path};

    use super::{of_file, said};

    #[test]
    fn no_number_of_the_system_is_said() {
        for number in 0..200 {
            let error = io::Error::from_raw_os_error(number);
            let words = [said(&error), said(&of_file(&error, Path::new("log")))];
            assert!(words.iter().all(|words| !words.contains("os error")), "{words:?}");
            assert!(words[1].starts_with("log: "), "{words:?}");
        }
    }
}

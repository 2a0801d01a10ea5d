//! Plain files, read whole. Nothing else is read: a pipe without a writer would be waited for, and
//! a device has no end.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::Path,
};

use agon_core::unicode::{text_of, text_or_latin_1};

/// The most that a file of settings may hold, in bytes: a tournament, the state of a tuning.
pub const MOST_SETTINGS: u64 = 16 << 20;
/// The most that a file of data may hold, in bytes: openings, an earlier result.
pub const MOST_DATA: u64 = 1 << 30;

/// Reads all of the plain file at `path`, which holds at most `most` bytes.
///
/// # Errors
///
/// If it is no plain file, has more bytes, or cannot be read.
pub fn read_plain(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("this is not a plain file; accepted: a file on a disk"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if most < bytes.len() as u64 {
        return Err(io::Error::other(format!("longer than {most} bytes, which is too much")));
    }
    Ok(bytes)
}

/// Reads all of the plain text file at `path`, which has at most `most` bytes, in UTF-8 or the encoding named by a byte
/// order mark.
///
/// # Errors
///
/// If it is no plain file, has more bytes, is not [text](text_of), or cannot be read.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    text_of(read_plain(path, most)?).map_err(|why| io::Error::new(io::ErrorKind::InvalidData, why))
}

/// Reads all of the plain text file at `path`, which has at most `most` bytes, for a format whose standard prescribes
/// ISO 8859-1: like `read_text` if that succeeds, otherwise with one letter for each byte.
///
/// # Errors
///
/// If it is no plain file, has more bytes, is not [text](text_or_latin_1), or cannot be read.
pub(crate) fn read_latin_text(path: &Path, most: u64) -> io::Result<String> {
    text_or_latin_1(read_plain(path, most)?).map_err(|why| io::Error::new(io::ErrorKind::InvalidData, why))
}

#[cfg(test)]
mod tests {
    use super::{read_plain, read_text};
    use std::{fs, path::Path};

    #[test]
    fn folders_devices_and_long_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, b"12345").unwrap();
        assert_eq!(read_plain(&path, 5).unwrap(), b"12345");
        assert!(read_plain(&path, 4).unwrap_err().to_string().contains("longer than 4 bytes"));
        assert!(read_plain(folder.path(), 5).unwrap_err().to_string().contains("not a plain file"));
        if Path::new("/dev/zero").exists() {
            assert!(read_plain(Path::new("/dev/zero"), 5).is_err());
        }
        fs::write(&path, b"ab\xff").unwrap();
        assert!(read_text(&path, 5).unwrap_err().to_string().contains("byte 2"));
    }

    #[test]
    fn a_text_is_read_as_its_byte_order_mark_says() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for written in [&b"{}"[..], b"\xef\xbb\xbf{}", b"\xff\xfe{\0}\0", b"\xfe\xff\0{\0}"] {
            fs::write(&path, written).unwrap();
            assert_eq!(read_text(&path, 9).unwrap(), "{}");
        }
        fs::write(&path, b"\xef\xbb").unwrap();
        assert!(read_text(&path, 9).unwrap_err().to_string().contains("byte 0"));
    }
}

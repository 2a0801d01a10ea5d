//! Character sets by their names in files, and the decoding of texts.
//!
//! The names and what they mean are those of the *Encoding Standard* (WHATWG), where `ISO-8859-1` is windows-1252, which
//! has letters in the place of controls that no text has; and the numbers of code pages that programs write.

use agon_core::unicode::text_of;
use encoding_rs::{BIG5, EUC_KR, Encoding, GBK, REPLACEMENT, SHIFT_JIS, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// A character set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Charset(&'static Encoding);

impl Charset {
    /// The first 256 characters of Unicode, each a byte (ISO 8859-1).
    pub(crate) fn latin_1() -> Charset {
        Charset(WINDOWS_1252)
    }

    /// The character set of that name.
    ///
    /// # Errors
    ///
    /// If the name is unknown, or the set does not contain ASCII at its usual codes, so that no name could be read.
    pub(crate) fn named(name: &str) -> Result<Charset, String> {
        let letters = |strokes: &str| -> String {
            let is_kept = |c: &char| c.is_ascii_alphanumeric() || strokes.contains(*c);
            name.chars().filter(is_kept).map(|c| c.to_ascii_lowercase()).collect()
        };
        let dashed = name.trim().replace(['_', ' '], "-");
        let of_page = match letters("").as_str() {
            "cp932" | "ms932" => Some(SHIFT_JIS),
            "cp936" | "ms936" => Some(GBK),
            "cp949" | "ms949" => Some(EUC_KR),
            "cp950" | "ms950" => Some(BIG5),
            folded => Encoding::for_label(folded.as_bytes()),
        };
        Encoding::for_label(name.as_bytes())
            .or_else(|| Encoding::for_label(dashed.as_bytes()))
            .or(of_page)
            .filter(|known| ![REPLACEMENT, UTF_16BE, UTF_16LE].contains(known))
            .map(Charset)
            .ok_or_else(|| {
                format!(
                    "its characters are written in `{name:.20}`; accepted: UTF-8, ASCII, ISO-8859-1, and the other \
                     character sets of the Encoding Standard, such as GB18030, Big5, Shift_JIS and EUC-KR"
                )
            })
    }

    /// The decoded text, with U+FFFD for every byte that is no character; and whether there is one.
    pub(crate) fn decoded(self, bytes: &[u8]) -> (String, bool) {
        let (text, has_wrong) = self.0.decode_without_bom_handling(bytes);
        (text.into_owned(), has_wrong)
    }
}

/// The text decoded by its byte order mark, if it has one.
pub(crate) fn marked(bytes: &[u8]) -> Option<Result<String, String>> {
    let is_marked = Encoding::for_bom(bytes).is_some() || bytes.starts_with(b"\0\0\xfe\xff");
    is_marked.then(|| text_of(bytes.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::{Charset, marked};

    #[test]
    fn character_sets_are_known_by_the_names_that_programs_write() {
        for (names, bytes, text) in [
            ("UTF-8|utf8|UTF_8", "é".as_bytes(), "é"),
            ("ISO-8859-1|iso8859-1|Latin-1|latin1|ASCII|us-ascii|windows-1252|cp1252", b"\xe9", "é"),
            ("Shift_JIS|shift-jis|SJIS|Shift JIS|CP932|MS932|windows-31j", b"\x95\x5c", "表"),
            ("GB2312|gbk|GB18030|CP936|MS936|GB_18030", b"\xc6\xe5", "棋"),
            ("Big5|BIG-5|CP950", b"\xb4\xd1", "棋"),
            ("EUC-KR|euc_kr|CP949|ks_c_5601-1987", b"\xb9\xd9", "바"),
            ("EUC-JP|euc_jp", b"\xc9\xbd", "表"),
            ("ISO-2022-JP", b"\x1b$BI=\x1b(B", "表"),
            ("KOI8-R", b"\xc7", "г"),
        ] {
            for name in names.split('|') {
                let charset = Charset::named(name).unwrap();
                assert_eq!(charset.decoded(bytes), (text.to_owned(), false), "{name}");
            }
        }
        for name in ["Klingon", "UTF-16", "unicode", "UTF-7", "UTF-32", "hz-gb-2312", "é"] {
            let said = Charset::named(name).unwrap_err();
            assert!(said.contains(&format!("`{name}`; accepted: UTF-8")), "{said}");
        }
    }

    #[test]
    fn only_a_byte_order_mark_says_what_a_text_is_by_itself() {
        assert_eq!(marked(b"\xef\xbb\xbf(;)"), Some(Ok("(;)".to_owned())));
        assert_eq!(marked(b"\xff\xfe(\0;\0"), Some(Ok("(;".to_owned())));
        assert!(marked(b"\0\0\xfe\xff\0\0\0(").unwrap().is_err());
        assert_eq!(marked(b"(;)"), None);
        assert_eq!(marked(b""), None);
    }
}

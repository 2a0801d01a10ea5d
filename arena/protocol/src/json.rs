//! JSON written as it is found, without a value that stands for it first.

use std::fmt;

/// An object that is being written.
pub(crate) struct Object<'a>(Bracketed<'a>);

/// A list that is being written.
pub(crate) struct List<'a>(Bracketed<'a>);

/// What stands between brackets, divided by commas.
struct Bracketed<'a> {
    out: &'a mut Vec<u8>,
    is_first: bool,
}

impl<'a> Bracketed<'a> {
    #[inline]
    fn begin(out: &'a mut Vec<u8>, bracket: u8) -> Bracketed<'a> {
        out.push(bracket);
        Bracketed { out, is_first: true }
    }

    /// Where the next item is written.
    #[inline]
    fn next(&mut self) -> &mut Vec<u8> {
        if !std::mem::take(&mut self.is_first) {
            self.out.push(b',');
        }
        self.out
    }
}

impl<'a> Object<'a> {
    #[inline]
    pub(crate) fn begin(out: &'a mut Vec<u8>) -> Object<'a> {
        Object(Bracketed::begin(out, b'{'))
    }

    pub(crate) fn end(self) {
        self.0.out.push(b'}');
    }

    /// Where the value of `key` is written, which is a plain word.
    #[inline]
    fn key(&mut self, key: &str) -> &mut Vec<u8> {
        let out = self.0.next();
        out.push(b'"');
        out.extend_from_slice(key.as_bytes());
        out.extend_from_slice(b"\":");
        out
    }

    /// A text that needs no escape.
    #[inline]
    pub(crate) fn word(&mut self, key: &str, word: &str) {
        let out = self.key(key);
        out.push(b'"');
        out.extend_from_slice(word.as_bytes());
        out.push(b'"');
    }

    #[inline]
    pub(crate) fn text(&mut self, key: &str, write: impl FnOnce(&mut Text<'_>) -> fmt::Result) {
        text(self.key(key), write);
    }

    #[inline]
    pub(crate) fn whole(&mut self, key: &str, number: u64) {
        whole(self.key(key), number);
    }

    pub(crate) fn list(&mut self, key: &str) -> List<'_> {
        List(Bracketed::begin(self.key(key), b'['))
    }
}

impl List<'_> {
    pub(crate) fn end(self) {
        self.0.out.push(b']');
    }

    pub(crate) fn text(&mut self, write: impl FnOnce(&mut Text<'_>) -> fmt::Result) {
        text(self.0.next(), write);
    }

    pub(crate) fn whole(&mut self, number: u64) {
        whole(self.0.next(), number);
    }

    pub(crate) fn number(&mut self, number: f64) {
        serde_json::to_writer(self.0.next(), &number).expect("memory takes any number");
    }

    pub(crate) fn list(&mut self) -> List<'_> {
        List(Bracketed::begin(self.0.next(), b'['))
    }

    pub(crate) fn object(&mut self) -> Object<'_> {
        Object::begin(self.0.next())
    }
}

fn whole(out: &mut Vec<u8>, number: u64) {
    serde_json::to_writer(out, &number).expect("memory takes any number");
}

fn text(out: &mut Vec<u8>, write: impl FnOnce(&mut Text<'_>) -> fmt::Result) {
    out.push(b'"');
    write(&mut Text(out)).expect("memory takes any text");
    out.push(b'"');
}

/// A text between quotation marks, which escapes what must not stand there.
pub(crate) struct Text<'a>(&'a mut Vec<u8>);

impl fmt::Write for Text<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let is_special = |b: u8| b < b' ' || b == b'"' || b == b'\\';
        let mut rest = text.as_bytes();
        // All at once, without a look at each whether it is the first.
        if !rest.iter().fold(false, |any, &b| any | is_special(b)) {
            self.0.extend_from_slice(rest);
            return Ok(());
        }
        while let Some(at) = rest.iter().position(|&b| is_special(b)) {
            self.0.extend_from_slice(&rest[..at]);
            self.0.push(b'\\');
            match rest[at] {
                b'\n' => self.0.push(b'n'),
                b'\r' => self.0.push(b'r'),
                b'\t' => self.0.push(b't'),
                0x08 => self.0.push(b'b'),
                0x0c => self.0.push(b'f'),
                sign @ (b'"' | b'\\') => self.0.push(sign),
                other => self.0.extend_from_slice(format!("u{other:04x}").as_bytes()),
            }
            rest = &rest[at + 1..];
        }
        self.0.extend_from_slice(rest);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::Object;

    #[test]
    fn what_is_written_is_what_any_writer_of_json_writes() {
        let every: String = (0..0x100).filter_map(char::from_u32).collect();
        let mut out = Vec::new();
        let mut object = Object::begin(&mut out);
        object.text("text", |text| text.write_str(&every));
        object.whole("whole", u64::MAX);
        let mut list = object.list("list");
        for number in [1.0, -0.0, 0.1, 1e300, 1e-7, f64::NAN] {
            list.number(number);
        }
        list.object().end();
        list.list().end();
        list.end();
        object.end();
        let expected = serde_json::json!({
            "text": every, "whole": u64::MAX, "list": [1.0, -0.0, 0.1, 1e300, 1e-7, null, {}, []],
        });
        let read: serde_json::Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(read, expected);
        let text = serde_json::to_string(&every).unwrap();
        assert!(String::from_utf8(out).unwrap().contains(&text));
    }
}

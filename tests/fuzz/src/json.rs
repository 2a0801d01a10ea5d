//! JSON, read by RFC 8259 alone, slow and plain.

/// What this reader leaves to others: half a character of UTF-16 (section 8.2), and values deep within others (section 9).
pub(crate) const LEFT: &str = "what the standard leaves open";

/// The same value in other words: without blanks, and with every character of a text that is not ASCII escaped.
///
/// # Errors
///
/// What is missing where the text is no value.
pub(crate) fn plain(text: &str) -> Result<String, &'static str> {
    if 100 < text.chars().filter(|sign| ['[', '{'].contains(sign)).count() {
        return Err(LEFT);
    }
    let mut json = Json { signs: text.chars().collect(), at: 0, written: String::new() };
    json.value()?;
    json.pass_blanks();
    if json.at == json.signs.len() { Ok(json.written) } else { Err("the end") }
}

struct Json {
    signs: Vec<char>,
    at: usize,
    written: String,
}

impl Json {
    fn sign(&self) -> Option<char> {
        self.signs.get(self.at).copied()
    }

    /// Section 2.
    fn pass_blanks(&mut self) {
        while self.sign().is_some_and(|sign| [' ', '\t', '\n', '\r'].contains(&sign)) {
            self.at += 1;
        }
    }

    /// Writes this sign, if it is the next.
    fn take(&mut self, sign: char) -> bool {
        let is_next = self.sign() == Some(sign);
        if is_next {
            self.written.push(sign);
            self.at += 1;
        }
        is_next
    }

    /// Section 3.
    fn value(&mut self) -> Result<(), &'static str> {
        self.pass_blanks();
        match self.sign().ok_or("a value")? {
            '{' => self.listed('{', '}', |json| {
                json.text()?;
                json.pass_blanks();
                if json.take(':') { json.value() } else { Err("a colon") }
            }),
            '[' => self.listed('[', ']', Json::value),
            '"' => self.text(),
            '-' | '0'..='9' => self.number(),
            _ => {
                let rest = &self.signs[self.at..];
                let is = |name: &&str| name.chars().eq(rest.iter().copied().take(name.len()));
                let name = ["true", "false", "null"].into_iter().find(is).ok_or("a value")?;
                self.written += name;
                self.at += name.len();
                Ok(())
            }
        }
    }

    /// Sections 4 and 5.
    fn listed(
        &mut self,
        open: char,
        close: char,
        each: fn(&mut Json) -> Result<(), &'static str>,
    ) -> Result<(), &'static str> {
        self.take(open);
        self.pass_blanks();
        if self.take(close) {
            return Ok(());
        }
        loop {
            self.pass_blanks();
            each(self)?;
            self.pass_blanks();
            if self.take(close) {
                return Ok(());
            }
            if !self.take(',') {
                return Err("a comma");
            }
        }
    }

    fn digits(&mut self) -> Result<(), &'static str> {
        let begin = self.at;
        while let Some(digit) = self.sign().filter(char::is_ascii_digit) {
            self.take(digit);
        }
        if begin < self.at { Ok(()) } else { Err("a digit") }
    }

    /// Section 6.
    fn number(&mut self) -> Result<(), &'static str> {
        self.take('-');
        // No digit follows a nought that begins.
        if !self.take('0') {
            self.digits()?;
        }
        if self.take('.') {
            self.digits()?;
        }
        if self.take('e') || self.take('E') {
            let _ = self.take('+') || self.take('-');
            self.digits()?;
        }
        Ok(())
    }

    /// Section 7.
    fn text(&mut self) -> Result<(), &'static str> {
        if !self.take('"') {
            return Err("a quotation mark");
        }
        // In units of UTF-16, as escapes have them.
        let mut units: Vec<u16> = Vec::new();
        loop {
            let sign = self.sign().ok_or("a text that ends")?;
            self.at += 1;
            let escaped = match sign {
                '"' => break,
                '\0'..='\u{1f}' => return Err("an escape"),
                '\\' => self.sign().ok_or("what is escaped")?,
                sign => {
                    units.extend(sign.encode_utf16(&mut [0; 2]).iter());
                    continue;
                }
            };
            self.at += 1;
            units.push(match escaped {
                '"' | '\\' | '/' => escaped as u16,
                'b' => 8,
                'f' => 12,
                'n' => 10,
                'r' => 13,
                't' => 9,
                'u' => {
                    let figures = self.signs.get(self.at..self.at + 4).ok_or("four figures")?;
                    let figures: Option<Vec<u32>> = figures.iter().map(|figure| figure.to_digit(16)).collect();
                    self.at += 4;
                    figures.ok_or("four figures")?.iter().fold(0, |all, one| all * 16 + one) as u16
                }
                _ => return Err("an escape of the standard"),
            });
        }
        if char::decode_utf16(units.iter().copied()).any(|decoded| decoded.is_err()) {
            return Err(LEFT);
        }
        for unit in units {
            match u8::try_from(unit).ok().map(char::from) {
                Some(sign @ (' ' | '!' | '#'..='[' | ']'..='~')) => self.written.push(sign),
                _ => self.written.extend(["\\u", &format!("{unit:04x}")]),
            }
        }
        self.written.push('"');
        Ok(())
    }
}

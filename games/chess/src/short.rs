//! Texts whose greatest length is known.

/// A short text without an allocation, since many are written.
pub(crate) struct Short<const N: usize> {
    bytes: [u8; N],
    pub(crate) length: usize,
}

impl<const N: usize> Short<N> {
    pub(crate) fn new() -> Self {
        Short { bytes: [0; N], length: 0 }
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.length]).expect("these are letters")
    }

    #[inline]
    pub(crate) fn add<const K: usize>(&mut self, letters: [u8; K]) {
        self.add_all(&letters);
    }

    #[inline]
    pub(crate) fn add_all(&mut self, letters: &[u8]) {
        let end = self.length + letters.len();
        self.bytes[self.length..end].copy_from_slice(letters);
        self.length = end;
    }

    pub(crate) fn number(&mut self, number: u16) {
        let digit = |number: u16| b'0' + (number % 10) as u8;
        match number {
            0..10 => self.add([digit(number)]),
            10..100 => self.add([digit(number / 10), digit(number)]),
            _ => {
                self.number(number / 100);
                self.add([digit(number / 10), digit(number)]);
            }
        }
    }
}

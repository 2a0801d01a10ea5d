//! How exactly a value is known.

/// How exactly a value is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bound {
    /// The value is exact, as far as the search looked.
    #[default]
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
    /// The value is the mean of a sample of plays: no bound on either side.
    Sample,
}

impl Bound {
    /// The same bound for the other of two seats, whose value is the negative.
    #[must_use]
    pub const fn for_the_other(self) -> Bound {
        match self {
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
            Bound::Exact | Bound::Sample => self,
        }
    }

    /// The words before a value with this bound: `at least `; empty for an exact value.
    pub const fn words(self) -> &'static str {
        match self {
            Bound::Exact => "",
            Bound::Lower => "at least ",
            Bound::Upper => "at most ",
            Bound::Sample => "about ",
        }
    }

    /// The sign before a value with this bound, with its space: `≥ `; empty for an exact value.
    pub const fn sign(self) -> &'static str {
        match self {
            Bound::Exact => "",
            Bound::Lower => "≥ ",
            Bound::Upper => "≤ ",
            Bound::Sample => "≈ ",
        }
    }

    /// Its name in documents: `exact`, `lower`, `upper` or `sample`.
    pub const fn name(self) -> &'static str {
        match self {
            Bound::Exact => "exact",
            Bound::Lower => "lower",
            Bound::Upper => "upper",
            Bound::Sample => "sample",
        }
    }
}

//! Roots in confidence bounds, tabulated by the number of visits.

/// Greater numbers of visits are so rare that their roots are computed each time.
const TABULATED: u32 = 1 << 16;

/// The roots needed so far, and all for smaller numbers.
#[derive(Debug)]
pub(super) struct Roots {
    /// By a number of visits `t` below [`TABULATED`]: the square root of its logarithm.
    of_logs: Vec<f64>,
    /// By a number of visits `n` below [`TABULATED`]: one over its square root.
    one_over: Vec<f64>,
}

impl Default for Roots {
    fn default() -> Self {
        Roots { of_logs: vec![0.0], one_over: vec![f64::INFINITY] }
    }
}

impl Roots {
    /// √(ln t) for `t` visits.
    #[inline]
    pub(super) fn of_log(&self, visits: u32) -> f64 {
        self.of_logs.get(visits as usize).copied().unwrap_or_else(|| root_of_log(visits))
    }

    /// 1/√n for `n` visits.
    #[inline]
    pub(super) fn one_over(&self, visits: u32) -> f64 {
        self.one_over.get(visits as usize).copied().unwrap_or_else(|| one_over_root(visits))
    }

    /// Extends the tables to `most` visits, or to their limit.
    #[inline]
    pub(super) fn tabulate(&mut self, most: u32) {
        while self.of_logs.len() <= most.min(TABULATED - 1) as usize {
            let visits = self.of_logs.len() as u32;
            self.of_logs.push(root_of_log(visits));
            self.one_over.push(one_over_root(visits));
        }
    }
}

#[cold]
fn root_of_log(visits: u32) -> f64 {
    libm::log(f64::from(visits)).sqrt()
}

#[cold]
fn one_over_root(visits: u32) -> f64 {
    1.0 / f64::from(visits).sqrt()
}

#[cfg(test)]
mod tests {
    use super::{Roots, TABULATED};

    #[test]
    fn values_beyond_the_tables_equal_computed_ones() {
        let mut roots = Roots::default();
        roots.tabulate(u32::MAX);
        assert_eq!(roots.of_logs.len(), TABULATED as usize);
        assert_eq!(roots.one_over.len(), TABULATED as usize);
        for visits in [TABULATED - 1, TABULATED, 1_000_000_000] {
            assert_eq!(roots.of_log(visits), libm::log(f64::from(visits)).sqrt());
            assert_eq!(roots.one_over(visits), 1.0 / f64::from(visits).sqrt());
        }
    }
}

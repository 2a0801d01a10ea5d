//! Curves that differ by their seed alone, as one: the mean over the seeds, with the least and the greatest.

use agon_draw::{Measure, Point, Series};
use agon_learn::LearningCurve;

/// A curve, by the name of its file.
pub(super) type NamedCurve = (String, LearningCurve);

/// The curves of one line or one band of a chart.
pub(super) struct CurveGroup<'a> {
    curves: Vec<&'a NamedCurve>,
}

/// What is known of a point: after how many games, and what.
pub(super) type KnownPoint = (u64, Measure);

/// Those of `curves`, all of one game, that belong together: with the same settings but the seed, and each with a seed of its own.
/// In the order of their first.
pub(super) fn groups<'a>(curves: &[&'a NamedCurve]) -> Vec<CurveGroup<'a>> {
    let mut groups: Vec<CurveGroup<'a>> = Vec::new();
    for &curve in curves {
        let (_, this) = curve;
        let is_like = |group: &&mut CurveGroup<'a>| {
            let first = &group.curves[0].1;
            this.model.is_some() && this.model == first.model
        };
        match groups.iter_mut().find(is_like) {
            Some(group) => group.curves.push(curve),
            None => groups.push(CurveGroup { curves: vec![curve] }),
        }
    }
    let apart = |group: CurveGroup<'a>| {
        let mut seeds: Vec<u64> = group.curves.iter().map(|(_, curve)| curve.seed).collect();
        seeds.sort_unstable();
        if seeds.windows(2).any(|two| two[0] == two[1]) {
            return group.curves.into_iter().map(|curve| CurveGroup { curves: vec![curve] }).collect();
        }
        vec![group]
    };
    groups.into_iter().flat_map(apart).collect()
}

impl CurveGroup<'_> {
    /// As lines of a chart, of what `at` knows of a curve: one band if that is known of several over a common stretch.
    pub(super) fn series(&self, at: &dyn Fn(&LearningCurve) -> Vec<KnownPoint>) -> Vec<Series> {
        let known = self.curves.iter().map(|(name, curve)| (name, curve, at(curve)));
        let known: Vec<_> = known.filter(|(.., points)| !points.is_empty()).collect();
        let all: Vec<&[KnownPoint]> = known.iter().map(|(.., points)| &points[..]).collect();
        if 1 < known.len()
            && let Some(points) = band(&all)
        {
            let model = known[0].1.model.as_deref().unwrap_or_default();
            return vec![Series { name: format!("{model}, {} seeds", known.len()), points, band: true }];
        }
        let line = |(name, _, points): (&String, _, Vec<KnownPoint>)| {
            let points = points.into_iter().map(|(games, measure)| point(games, measure)).collect();
            Series { name: name.clone(), points, band: false }
        };
        known.into_iter().map(line).collect()
    }
}

/// The mean, the least and the greatest of curves, where all of them are known: where the one with the fewest points has its own, and
/// at the last place. Others are read off the straight line between their points. Nothing where no place is common to all.
fn band(curves: &[&[KnownPoint]]) -> Option<Vec<Point>> {
    let first = curves.iter().map(|points| points[0].0).max()?;
    let last = curves.iter().map(|points| points[points.len() - 1].0).min()?;
    let fewest = curves.iter().min_by_key(|points| points.len())?;
    let mut places: Vec<u64> =
        fewest.iter().map(|&(games, _)| games).filter(|games| (first..=last).contains(games)).collect();
    if first <= last && places.last() != Some(&last) {
        places.push(last);
    }
    let points = places.into_iter().map(|games| {
        let values: Vec<f64> = curves.iter().map(|points| value(points, games)).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let end = |better: fn(f64, f64) -> f64| values.iter().copied().reduce(better);
        point(games, Measure { value: Some(rounded(mean)), low: end(f64::min), high: end(f64::max) })
    });
    let points: Vec<Point> = points.collect();
    (!points.is_empty()).then_some(points)
}

/// What a curve says after so many games, between its first and its last.
fn value(points: &[KnownPoint], games: u64) -> f64 {
    let after = points.partition_point(|&(at, _)| at < games).min(points.len() - 1);
    let height = |number: usize| points[number].1.value.unwrap_or_default();
    if points[after].0 == games || after == 0 {
        return height(after);
    }
    let [from, to] = [after - 1, after].map(|number| points[number].0 as f64);
    let part = (games as f64 - from) / (to - from);
    rounded(height(after - 1) + part * (height(after) - height(after - 1)))
}

fn point(games: u64, measure: Measure) -> Point {
    Point { at: games.to_string(), measure }
}

/// With no more digits than mean anything.
pub(super) fn rounded(value: f64) -> f64 {
    (1e4 * value).round() / 1e4
}

#[cfg(test)]
mod tests {
    use agon_draw::Measure;

    use super::{KnownPoint, band, value};

    fn curve(points: &[(u64, f64)]) -> Vec<KnownPoint> {
        points.iter().map(|&(games, value)| (games, Measure { value: Some(value), low: None, high: None })).collect()
    }

    #[test]
    fn a_band_has_the_mean_the_least_and_the_greatest_where_all_curves_are_known() {
        let three = [
            curve(&[(10, 1.0), (20, 3.0), (40, 7.0)]),
            curve(&[(16, 0.0), (40, 6.0)]),
            curve(&[(4, 9.0), (16, 5.0), (30, 5.0), (36, 2.0)]),
        ];
        assert_eq!(value(&three[0], 16), 2.2);
        let three: Vec<&[KnownPoint]> = three.iter().map(Vec::as_slice).collect();
        let points = band(&three).unwrap();
        let found: Vec<_> =
            points.iter().map(|p| (&p.at[..], p.measure.value.unwrap(), p.measure.low, p.measure.high)).collect();
        // After 16 games 2.2, 0 and 5, after 36 games 6.2, 5 and 2.
        assert_eq!(found, [("16", 2.4, Some(0.0), Some(5.0)), ("36", 4.4, Some(2.0), Some(6.2))]);
        // One ends before the other begins.
        let apart = [curve(&[(10, 1.0), (20, 3.0)]), curve(&[(21, 0.0), (40, 6.0)])];
        assert!(band(&[&apart[0], &apart[1]]).is_none());
        // A common end is one point.
        let (one, other) = (curve(&[(10, 1.0)]), curve(&[(5, 1.0), (10, 3.0)]));
        let points = band(&[&one, &other]).unwrap();
        assert_eq!((points.len(), points[0].measure.value), (1, Some(2.0)));
    }
}

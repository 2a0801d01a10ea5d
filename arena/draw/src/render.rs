//! Drawings as PNG and PDF, written in a font of their own: a machine need not have one, and every machine makes
//! the same.

mod pdf;

use std::{
    fmt,
    sync::{Arc, OnceLock},
};

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{
        Options, Tree,
        fontdb::{Database, Source},
    },
};

use crate::Theme;

/// `DejaVu` Sans Mono, as far as drawings are written with it.
const FONTS: [&[u8]; 2] =
    [include_bytes!("../fonts/DejaVuSansMono.ttf"), include_bytes!("../fonts/DejaVuSansMono-Bold.ttf")];
/// The least width of a drawing in pixels, by default.
pub(crate) const USUAL: u32 = 780;
/// The greatest width.
const WIDEST: u32 = 16_384;

/// Why there is no PNG or PDF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderError(String);

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RenderError {}

/// Rendering of drawings as SVG, as pixels and as a page. Every machine produces the same bytes.
pub trait Render {
    /// As SVG.
    fn vectors(&self, theme: Theme) -> String;

    /// The default width of a PNG in pixels; `None` means 780, or as many as make every letter legible.
    fn usual_width(&self) -> Option<u32> {
        None
    }

    /// As PNG with this width in pixels. [`Theme::Screen`] is drawn as in daylight.
    ///
    /// # Errors
    ///
    /// If there is no memory for this many pixels.
    fn png(&self, theme: Theme, width: Option<u32>) -> Result<Vec<u8>, RenderError> {
        let tree = tree(&self.vectors(settled(theme)))?;
        let size = tree.size();
        let usual = (size.width().ceil() as u32).clamp(USUAL, WIDEST);
        let width = width.or_else(|| self.usual_width()).unwrap_or(usual);
        let scale = width as f32 / size.width();
        // A row that is not covered whole would be a dark line.
        let height = ((size.height() * scale).floor() as u32).max(1);
        let mut pixels = Pixmap::new(width, height)
            .ok_or_else(|| RenderError(format!("no picture can be {width} × {height} pixels large")))?;
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
        pixels.encode_png().map_err(|error| RenderError(error.to_string()))
    }

    /// As a PDF of one page. [`Theme::Screen`] is drawn as in daylight.
    ///
    /// # Errors
    ///
    /// If the drawing cannot be parsed.
    fn pdf(&self, theme: Theme) -> Result<Vec<u8>, RenderError> {
        Ok(pdf::write(&tree(&self.vectors(settled(theme)))?))
    }
}

/// The renderer supports no media queries: the theme must be fixed.
fn settled(theme: Theme) -> Theme {
    if theme == Theme::Screen { Theme::Light } else { theme }
}

fn tree(svg: &str) -> Result<Tree, RenderError> {
    static LETTERS: OnceLock<Arc<Database>> = OnceLock::new();
    let letters = LETTERS.get_or_init(|| {
        let mut letters = Database::new();
        for font in FONTS {
            letters.load_font_source(Source::Binary(Arc::new(font)));
        }
        letters.set_monospace_family("DejaVu Sans Mono");
        Arc::new(letters)
    });
    let options = Options { fontdb: Arc::clone(letters), ..Options::default() };
    Tree::from_str(svg, &options).map_err(|error| RenderError(error.to_string()))
}

#[cfg(test)]
mod tests {
    use resvg::usvg::{Group, Node};

    use super::{Render, Theme, tree};

    /// A drawing of one text.
    struct Written(&'static str);

    impl Render for Written {
        fn vectors(&self, _: Theme) -> String {
            written(self.0)
        }
    }

    fn written(text: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"60\" height=\"20\"><style>text{{font-family:\
             Hack,ui-monospace,'DejaVu Sans Mono',monospace}}</style><text x=\"5\" y=\"15\">{text}</text></svg>"
        )
    }

    /// The outlines of all that is drawn.
    fn outlines(group: &Group) -> Vec<String> {
        let each = group.children().iter().flat_map(|node| match node {
            Node::Group(group) => outlines(group),
            Node::Path(path) => vec![format!("{:?}", path.data())],
            Node::Text(text) => outlines(text.flattened()),
            Node::Image(_) => Vec::new(),
        });
        each.collect()
    }

    #[test]
    fn every_letter_in_drawings_has_its_own_glyph() {
        let box_of = |text: &str| outlines(tree(&written(text)).unwrap().root());
        let unknown = box_of("\u{10ffff}");
        let letters = ('!'..='~').chain('¡'..='ſ').chain("αβ–…√∞≈≤≥±·×−♙♟⚄●○".chars());
        let letters = letters.filter(|letter| !"&<>\"\u{ad}".contains(*letter));
        for letter in letters {
            let own = box_of(&letter.to_string());
            assert!(!own.is_empty() && own != unknown, "{letter}");
        }
        assert_ne!(box_of("á"), box_of("a"));
        assert_ne!(box_of("ő"), box_of("ö"));
    }

    #[test]
    fn a_pdf_has_one_page_of_the_size_of_the_drawing_and_a_valid_index() {
        let bytes = Written("Šő").pdf(Theme::Light).unwrap();
        assert_eq!(bytes, Written("Šő").pdf(Theme::Light).unwrap());
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.starts_with("%PDF-1.4\n") && text.ends_with("%%EOF\n"), "{text}");
        // 96 pixels are 72 points.
        assert!(text.contains("/MediaBox [0 0 45 15]"), "{text}");
        let find = |wanted: &[u8]| bytes.windows(wanted.len()).position(|part| part == wanted);
        let table = find(b"xref\n").unwrap();
        assert!(text.contains(&format!("startxref\n{table}\n")), "{text}");
        let table = std::str::from_utf8(&bytes[table..]).unwrap();
        let places = table.lines().filter(|line| line.ends_with(" n "));
        for (number, place) in (1..).zip(places) {
            let at: usize = place[..10].parse().unwrap();
            let wanted = format!("{number} 0 obj\n");
            assert!(bytes[at..].starts_with(wanted.as_bytes()), "{number}");
        }
    }

    #[test]
    fn a_picture_of_no_pixels_is_refused() {
        assert!(Written("x").png(Theme::Light, Some(0)).is_err());
    }
}

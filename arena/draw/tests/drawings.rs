//! Every game as it is drawn, on every screen.

mod scenes;

use agon_core::{
    Eye, Position, Seat,
    picture::{Piece, Tint},
    registry,
};
#[cfg(feature = "png")]
use agon_draw::Render;
use agon_draw::{Drawing, Letters, Theme};

#[test]
fn every_game_is_drawn_in_plain_letters_and_in_rich_ones() {
    for scene in scenes::all() {
        let drawing = Drawing::of(&scene.picture);
        let plain = drawing.letters(Letters::PLAIN);
        assert!(plain.is_ascii() || scene.picture.text.is_some(), "{plain}");
        let rich = drawing.letters(Letters::RICH).replace('\u{1b}', "␛");
        insta::assert_snapshot!(scene.name, format!("{}\n\n{plain}\n\n{rich}", scene.term));
    }
}

#[test]
fn labels_of_a_board_touch_neither_each_other_nor_pieces() {
    for scene in scenes::all() {
        if scene.picture.text.is_some() {
            continue;
        }
        for letters in [
            Letters::PLAIN,
            Letters::RICH,
            Letters { unicode: true, colour: false },
            Letters { unicode: false, colour: true },
        ] {
            let drawn = Drawing::of(&scene.picture).letters(letters);
            // Without the codes of colours, which end in m.
            let bare: String = drawn
                .split('\u{1b}')
                .enumerate()
                .map(|(number, part)| match part.split_once('m') {
                    Some((_, rest)) if 0 < number => rest,
                    _ => part,
                })
                .collect();
            let words: Vec<&str> = bare.split_whitespace().collect();
            for label in &scene.picture.labels {
                let text = label.text.split_whitespace().next().unwrap_or_default();
                let wanted = scene.picture.labels.iter().filter(|other| other.text == label.text).count();
                let found = words.iter().filter(|word| **word == text).count();
                assert!(text.is_empty() || wanted <= found, "{}: {text}\n{bare}", scene.name);
            }
        }
    }
}

/// On a telephone, where a board is 358 pixels wide, the labels beside it are legible.
#[test]
fn letters_beside_a_board_are_ten_pixels_high_on_a_telephone() {
    for scene in scenes::all() {
        let svg = Drawing::of(&scene.picture).svg(Theme::Light);
        let (_, rest) = svg.split_once("viewBox=\"").unwrap();
        let width: f64 = rest.split(['"', ' ']).nth(2).unwrap().parse().unwrap();
        for (kind, usual) in [("label", 14.0), ("tray", 16.0)] {
            for text in svg.split("<text ").filter(|text| text.contains(&format!("class=\"{kind}\""))) {
                let tag = text.split('>').next().unwrap();
                let size = tag
                    .split_once("font-size:")
                    .map_or(usual, |(_, size)| size.split_once("px").unwrap().0.parse::<f64>().unwrap());
                let pixels = size * 358.0 / width;
                assert!(9.95 <= pixels, "{}: {tag}: {pixels}", scene.name);
            }
        }
    }
}

#[test]
fn every_game_has_a_scene() {
    let names: Vec<&str> = scenes::all().iter().map(|scene| scene.name).collect();
    assert_eq!(names, registry::games().keys().copied().collect::<Vec<_>>());
}

#[test]
fn a_drawing_for_a_page_names_every_place_and_its_pieces() {
    for scene in scenes::all() {
        let svg = Drawing::of(&scene.picture).title(&scene.term).svg(Theme::Screen);
        assert!(svg.contains(&format!("<title>{}</title>", scene.term)), "{svg}");
        for cell in &scene.picture.cells {
            let group = format!("<g data-cell=\"{}\"", cell.name);
            assert_eq!(svg.matches(&group).count(), 1, "{}: {group}", scene.name);
            assert!(svg.contains(&format!("<title>{}</title>", cell.text())), "{}", cell.text());
        }
        for name in scene.picture.wins.iter().flatten() {
            let is_marked = svg
                .lines()
                .any(|line| line.starts_with(&format!("<g data-cell=\"{name}\"")) && line.contains("data-win"));
            assert!(is_marked, "{}: {name}", scene.name);
        }
    }
}

/// A closed or open line of a drawing: its paint, and its extent to the left, above, to the right, below.
type Contour = (String, [f32; 4]);

/// All contours of a drawing but its letters, as another library reads them.
fn contours(svg: &str) -> Vec<Contour> {
    use resvg::usvg::{Group, Node, Options, Tree, tiny_skia_path::PathSegment};
    fn collect(group: &Group, found: &mut Vec<Contour>) {
        for node in group.children() {
            let path = match node {
                Node::Group(group) => {
                    collect(group, found);
                    continue;
                }
                Node::Path(path) => path,
                _ => continue,
            };
            // Targets are there to be pressed.
            if path.fill().is_some_and(|fill| fill.opacity().get() == 0.0) {
                continue;
            }
            let paint = format!("{:?} {:?}", path.fill(), path.stroke());
            let data = path.data().clone().transform(path.abs_transform()).expect("it stays finite");
            for segment in data.segments() {
                let points = match segment {
                    PathSegment::MoveTo(point) => {
                        let [x, y] = [point.x, point.y];
                        found.push((paint.clone(), [x, y, x, y]));
                        continue;
                    }
                    PathSegment::LineTo(end) => vec![end],
                    PathSegment::QuadTo(by, end) => vec![by, end],
                    PathSegment::CubicTo(by, through, end) => vec![by, through, end],
                    PathSegment::Close => vec![],
                };
                let (_, [left, top, right, bottom]) = found.last_mut().expect("a path begins with a move");
                for point in points {
                    (*left, *right) = (left.min(point.x), right.max(point.x));
                    (*top, *bottom) = (top.min(point.y), bottom.max(point.y));
                }
            }
        }
    }
    let style = format!("><style>{}</style>", agon_draw::stylesheet(Theme::Light));
    let mut found = Vec::new();
    collect(Tree::from_str(&svg.replacen('>', &style, 1), &Options::default()).expect("it is SVG").root(), &mut found);
    found
}

/// Every contour in the same place and paint, in fewer elements, and nothing to read aloud or to press.
#[test]
fn a_decorative_drawing_looks_the_same() {
    let mut elements = [0, 0];
    for scene in scenes::all() {
        let drawing = Drawing::of(&scene.picture);
        let named = drawing.svg_unstyled();
        let decorative = drawing.svg_decorative();
        assert!(!decorative.contains("data-cell"), "{}", scene.name);
        assert!(!decorative.contains("class=\"target\""), "{}", scene.name);
        let mut left = contours(&decorative);
        for (paint, extent) in contours(&named) {
            let is_it = |(own, other): &Contour| {
                *own == paint && extent.iter().zip(other).all(|(one, other)| (one - other).abs() < 0.3)
            };
            let index = left.iter().position(is_it);
            let index = index.unwrap_or_else(|| panic!("{}: {paint} {extent:?}", scene.name));
            left.swap_remove(index);
        }
        assert!(left.is_empty(), "{}: {left:?}", scene.name);
        for (count, svg) in elements.iter_mut().zip([&named, &decorative]) {
            *count += svg.matches("/>").count() - svg.matches("class=\"target\"").count();
        }
    }
    assert!(3 * elements[1] < 2 * elements[0], "{elements:?}");
}

#[test]
fn small_boards_keep_their_drawings() {
    for scene in scenes::all() {
        if ["tic-tac-toe", "nim", "pig", "dots-and-boxes"].contains(&scene.name) {
            let svg = Drawing::of(&scene.picture).title(&scene.term).svg_unstyled();
            insta::assert_snapshot!(format!("{}.svg", scene.name), svg);
        }
    }
    insta::assert_snapshot!("stylesheet", agon_draw::stylesheet(Theme::Screen));
}

/// King and rook come towards each other on one line when they castle, and neither hides the other.
#[test]
fn arrows_that_come_towards_each_other_pass_on_the_right() {
    let castled = scenes::scene("chess", "chess", "4k3/8/8/8/8/8/8/4K2R b K - 0 1", "e8e7 e1g1");
    // The line of an arrow of the last move, as it begins and ends.
    let lines = |scene: &scenes::Scene| -> Vec<[f64; 4]> {
        let svg = Drawing::of(&scene.picture).svg_unstyled();
        let (_, last) = svg.split_once("class=\"last\"").unwrap();
        let (last, _) = last.split_once("</g>").unwrap();
        let paths = last.split("class=\"mark\" d=\"M").skip(1);
        let numbers = |path: &str| -> Option<Vec<f64>> {
            path.split('M').next()?.split(['L', ' ']).map(|number| number.parse().ok()).collect()
        };
        paths.filter_map(|path| numbers(path)?.try_into().ok()).collect()
    };
    let [rook, king] = lines(&castled)[..] else { panic!("two arrows") };
    // To the right and to the left, and each on the side that is its own right.
    assert!(king[0] < king[2] && rook[2] < rook[0], "{king:?} {rook:?}");
    assert!(rook[1] + 14.0 < king[1], "{king:?} {rook:?}");
    let alone = scenes::scene("chess", "chess", "", "e2e4");
    let [pawn] = lines(&alone)[..] else { panic!("one arrow") };
    assert_eq!(pawn[0], pawn[2]);
}

/// A box is as wide as its text, which may then be as large as a short one.
#[test]
fn values_of_several_seats_are_as_legible_as_a_single_one() {
    let size = |root: &str, value: &str| -> u32 {
        let scene = scenes::scene("tree", &format!("tree({root})"), "", "");
        let svg = Drawing::of(&scene.picture).svg_unstyled();
        let (before, _) = svg.split_once(&format!("px\">{value}</text>")).expect("a value");
        before.rsplit_once("font-size:").unwrap().1.parse().unwrap()
    };
    let one = size("[3,12]", "3");
    assert_eq!(size("[3,12]", "12"), one);
    assert!(one <= size("[(1,6,3),(2,2,2)]", "(1,6,3)") + 6);
    assert!(one <= size("[(-10,10,30),(2,2,2)]", "(-10,10,30)") + 6);
}

#[test]
fn data_for_front_ends_needs_no_parsing() {
    let scene = scenes::all().into_iter().find(|scene| scene.name == "connect-four").unwrap();
    let data = serde_json::to_value(Drawing::of(&scene.picture).data()).unwrap();
    assert_eq!(data["winning"], serde_json::json!([["c2", "d2", "e2", "f2"]]));
    assert_eq!(data["last"]["paths"], serde_json::json!([["f2"]]));
    let cells = data["cells"].as_array().unwrap();
    let cell = cells.iter().find(|cell| cell["name"] == "c2").unwrap();
    assert_eq!(cell["text"], "c2: red stone");
    assert_eq!(cell["pieces"][0]["seat"], 1);
}

#[test]
fn a_card_is_drawn_with_its_face_or_without_it() {
    let kuhn = registry::game("kuhn").unwrap().start;
    let here = kuhn.parse("31/p").unwrap();
    let svg = |eye| Drawing::of(&here.picture_for(eye)).svg_unstyled();
    let (own, all) = (svg(Eye::Seat(Seat(0))), Drawing::of(&here.picture()).svg_unstyled());
    assert_eq!(all.matches(">3</text>").count(), 1);
    assert_eq!(own.matches(">3</text>").count(), 1);
    assert_eq!((all.matches(">1</text>").count(), own.matches(">1</text>").count()), (1, 0));
    assert!(!svg(Eye::Public).contains(">3</text>"));
    assert_eq!(svg(Eye::Public).matches("card face down").count(), 2);
    // Red letters stand on the same white card.
    let mut picture = agon_core::Picture::new();
    picture.tray("hand", "").with(Piece::card("Kh").tint(Tint::Red));
    let svg = Drawing::of(&picture).svg_unstyled();
    assert!(svg.contains("t-white") && svg.contains("fill:#b3261e"), "{svg}");
}

#[test]
fn a_game_without_a_picture_is_drawn_from_its_text() {
    let picture = agon_core::Picture::from_text("one & two\nthree");
    let drawing = Drawing::of(&picture);
    assert_eq!(drawing.letters(Letters::RICH), "one & two\nthree");
    assert!(drawing.svg(Theme::Light).contains(">one &amp; two</text>"));
}

#[cfg(feature = "png")]
#[test]
fn every_game_is_drawn_as_png_the_same_every_time() {
    for scene in scenes::all() {
        let drawing = Drawing::of(&scene.picture);
        let png = drawing.png(Theme::Light, Some(200)).unwrap();
        assert!(png.starts_with(b"\x89PNG\r\n"), "{}", scene.name);
        assert_eq!(png[16..20], 200u32.to_be_bytes(), "{}", scene.name);
        assert_eq!(png, drawing.png(Theme::Light, Some(200)).unwrap(), "{}", scene.name);
    }
    let nothing = agon_core::Picture::new();
    assert!(Drawing::of(&nothing).png(Theme::Light, Some(0)).is_err());
}

/// Written anew with `AGON_PICTURES=write`.
#[test]
fn the_pictures_of_the_readme_equal_present_drawings() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures");
    for scene in scenes::all() {
        if !["chess", "connect-four", "hex"].contains(&scene.name) {
            continue;
        }
        let file = format!("{folder}/{}.svg", scene.name);
        let drawn = Drawing::of(&scene.picture).title(&scene.term).svg(Theme::Screen);
        if std::env::var_os("AGON_PICTURES").is_some() {
            std::fs::write(&file, &drawn).unwrap();
        }
        assert!(std::fs::read_to_string(&file).unwrap() == drawn, "{file}: AGON_PICTURES=write");
    }
}

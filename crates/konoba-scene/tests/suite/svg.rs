//! Pictures: sound XML that stands alone, in which every point says what it is.

use std::collections::BTreeMap;

use konoba_rules::{GAMES, Lattice};
use konoba_scene::{Letters, Mark, Scene, View, paint_svg};

use crate::support::{Sample, filling, refusals, walk};

/// An element: its name, its attributes, the text directly inside it.
struct Element {
    name: String,
    attributes: BTreeMap<String, String>,
    text: String,
}

/// Reads as much XML as the painter writes, and panics at anything that is not sound.
fn read_xml(xml: &str) -> Vec<Element> {
    let mut elements: Vec<Element> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut rest = xml;
    while let Some(start) = rest.find('<') {
        let (text, tag) = rest.split_at(start);
        match open.last() {
            Some(&parent) => elements[parent].text.push_str(&unescaped(text)),
            None => assert!(text.trim().is_empty(), "text outside of the root: {text}"),
        }
        let end = tag.find('>').expect("a tag has an end");
        rest = &tag[end + 1..];
        let tag = &tag[1..end];
        if let Some(name) = tag.strip_prefix('/') {
            let closed = open.pop().expect("what is closed was opened");
            assert_eq!(elements[closed].name, name);
            continue;
        }
        assert!(!open.is_empty() || elements.is_empty(), "there is one root");
        let tag_of_leaf = tag.strip_suffix('/');
        if tag_of_leaf.is_none() {
            open.push(elements.len());
        }
        elements.push(read_tag(tag_of_leaf.unwrap_or(tag)));
    }
    assert!(open.is_empty() && rest.trim().is_empty());
    elements
}

fn read_tag(tag: &str) -> Element {
    let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
    let mut attributes = BTreeMap::new();
    while !rest.is_empty() {
        let (attribute, value) = rest.split_once("=\"").expect("an attribute has a value");
        let (value, after) = value.split_once('"').expect("a value ends");
        let earlier = attributes.insert(attribute.to_owned(), unescaped(value));
        assert!(earlier.is_none(), "{attribute} is given once");
        rest = after.strip_prefix(' ').unwrap_or(after);
    }
    Element { name: name.to_owned(), attributes, text: String::new() }
}

fn unescaped(text: &str) -> String {
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    let plain = entities.iter().fold(text.to_owned(), |text, (entity, _)| text.replace(entity, ""));
    assert!(!plain.contains('&'), "an ampersand is escaped: {text}");
    entities.iter().fold(text.to_owned(), |text, (entity, c)| text.replace(entity, c))
}

/// Scenes of a game with all that can be shown, on both lattices.
fn for_scenes(mut check: impl FnMut(&Scene, &str)) {
    for spec in GAMES {
        walk(spec, Sample::SMALL, |position, last| {
            let lattices = [Lattice::Lines, Lattice::Squares];
            let view = View {
                last,
                refusal: refusals(position).max_by_key(|refusal| refusal.why.cells().count()),
                preview: filling(position),
                shows_legal_points: true,
                shows_open_lines: true,
                lattice: Some(lattices[usize::from(position.ply() % 2)]),
                letters: Letters::Every,
                ..View::default()
            };
            let scene = Scene::viewed(position, &view);
            check(&scene, &paint_svg(&scene));
        });
    }
}

#[test]
fn pictures_are_sound_and_say_what_they_show() {
    for_scenes(|scene, svg| {
        let elements = read_xml(svg);
        let root = &elements[0];
        assert_eq!((root.name.as_str(), root.attributes["role"].as_str()), ("svg", "img"));
        let text_of = |name: &str| {
            let element = elements.iter().find(|element| element.name == name);
            element.map(|element| element.text.as_str()).expect("there is one")
        };
        assert_eq!(text_of("title"), scene.title);
        assert!(scene.captions().all(|caption| text_of("desc").contains(caption)));
        assert!(elements.iter().all(|element| element.attributes.contains_key("class")));
        assert_eq!(svg, paint_svg(scene), "the same scene gives the same picture");
    });
}

#[test]
fn every_point_is_a_group_that_says_what_it_is() {
    for_scenes(|scene, svg| {
        let elements = read_xml(svg);
        let points =
            elements.iter().filter(|element| element.attributes.contains_key("data-point"));
        let points: Vec<_> = points.collect();
        assert_eq!(points.len(), scene.spots.len());
        for (point, spot) in points.into_iter().zip(&scene.spots) {
            assert_eq!(point.attributes["data-point"], spot.at.to_string());
            assert_eq!(point.attributes["aria-label"], spot.spoken);
            let classes: Vec<_> = point.attributes["class"].split(' ').collect();
            assert_eq!(classes[0], "point");
            let marks = Mark::ALL.into_iter().filter(|mark| classes.contains(&mark.id()));
            assert!(marks.eq(spot.marks.iter()));
            for (index, class) in ["first", "second"].into_iter().enumerate() {
                let is_it = spot.piece.is_some_and(|piece| piece.index() == index);
                assert_eq!(classes.contains(&class), is_it, "{}", spot.spoken);
            }
        }
    });
}

#[test]
fn pictures_stand_alone() {
    for_scenes(|_, svg| {
        let body = svg.replacen("http://www.w3.org/2000/svg", "", 1);
        for foreign in ["http", "href", "<script", "@import", "<image", "<foreignObject"] {
            assert!(!body.contains(foreign), "{foreign}");
        }
        let elements = read_xml(svg);
        let mut attributes = elements.iter().flat_map(|element| element.attributes.keys());
        assert!(attributes.all(|attribute| !attribute.starts_with("on")), "a handler");
        // What the style refers to is in the picture.
        let ids: Vec<_> = elements.iter().filter_map(|e| e.attributes.get("id")).collect();
        for paint in svg.split("url(#").skip(1).filter_map(|rest| rest.split(')').next()) {
            assert!(ids.iter().any(|id| *id == paint), "{paint}");
        }
    });
}

#[test]
fn every_mark_is_seen() {
    for_scenes(|_, svg| {
        let style = read_xml(svg).into_iter().find(|element| element.name == "style");
        let style = style.expect("there is a style").text;
        for mark in Mark::ALL {
            assert!(style.contains(&format!(".{} .", mark.id())), "{}", mark.id());
        }
    });
}

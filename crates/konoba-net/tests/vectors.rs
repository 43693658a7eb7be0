//! The nets say what PyTorch says of them: exactly by the reference, nearly by the net that plays.

#![allow(
    clippy::disallowed_methods,
    reason = "tests read nets from files, which the crate does not"
)]

use std::fs;
use std::path::{Path, PathBuf};

use konoba_net::file::{self, Weights};
use konoba_net::quantised::Quantised;
use konoba_net::{Canvas, NetOutput, reference};

/// A position, packed, and what the net must say of it.
struct Vector {
    canvas: Canvas,
    answer: NetOutput,
}

/// Takes bytes from the front.
fn take<'a>(bytes: &mut &'a [u8], count: usize) -> &'a [u8] {
    let (taken, left) = bytes.split_at(count);
    *bytes = left;
    taken
}

fn number(bytes: &mut &[u8]) -> usize {
    let bytes = take(bytes, 2);
    usize::from(u16::from_le_bytes([bytes[0], bytes[1]]))
}

/// The vectors of a file, whose format `train/README.md` describes.
fn vectors(path: &Path) -> Vec<Vector> {
    let bytes = fs::read(path).expect("vectors can be read");
    let mut bytes = &bytes[..];
    assert_eq!(take(&mut bytes, 4), b"KNBV");
    assert_eq!(number(&mut bytes), 1, "the version");
    let mut vectors = Vec::new();
    for _ in 0..number(&mut bytes) {
        let (size, count) = (number(&mut bytes), number(&mut bytes));
        let points = size * size;
        let packed = take(&mut bytes, count * 4 * points.div_ceil(8));
        let answers = take(&mut bytes, count * 4 * (points + 1));
        let positions = packed.chunks_exact(packed.len() / count);
        for (packed, answer) in positions.zip(answers.chunks_exact(answers.len() / count)) {
            let (numbers, _) = answer.as_chunks();
            let mut policy: Vec<_> =
                numbers.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
            let win = policy.pop().expect("the logit of winning comes last");
            let canvas = Canvas::of_packed(packed, size as u8);
            vectors.push(Vector { canvas, answer: NetOutput { policy, win } });
        }
    }
    assert!(bytes.is_empty());
    vectors
}

/// A net that is kept.
struct Kept {
    path: PathBuf,
    game: String,
    bytes: Vec<u8>,
    vectors: Vec<Vector>,
}

/// Every net that is kept in a folder of the repository.
fn kept(folder: &str) -> impl Iterator<Item = Kept> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let files = fs::read_dir(folder)
        .expect("nets are kept there")
        .map(|entry| entry.expect("it can be listed").path());
    let is_net = |path: &PathBuf| {
        let name = path.to_string_lossy();
        name.ends_with(".bin") && !name.ends_with("-vectors.bin")
    };
    files.filter(is_net).map(|path| {
        let name = path.file_stem().expect("a net has a name").to_string_lossy();
        let (game, _) = name.split_once('-').expect("a net is called by its game and shape");
        let vectors = vectors(&path.with_file_name(format!("{name}-vectors.bin")));
        let bytes = fs::read(&path).expect("a net can be read");
        Kept { game: game.to_owned(), bytes, vectors, path }
    })
}

/// Every residual net that is kept, by the path of its weights.
fn nets() -> Vec<(PathBuf, Weights, Vec<Vector>)> {
    let nets = kept("train/weights").map(|Kept { path, game, bytes, vectors }| {
        let weights = file::read(&bytes, &game).expect("a net that is kept is whole");
        (path, weights, vectors)
    });
    nets.collect()
}

/// By how much two answers differ at most.
fn difference(answer: &NetOutput, expected: &NetOutput) -> f32 {
    let policies = answer.policy.iter().zip(&expected.policy);
    let policy = policies.map(|(found, said)| (found - said).abs()).fold(0.0, f32::max);
    policy.max((answer.win - expected.win).abs())
}

#[test]
fn the_reference_says_what_the_trainer_says() {
    for (path, weights, vectors) in nets() {
        // One position of each of the smaller sizes: the reference is slow on purpose.
        let few = vectors.iter().step_by(8).filter(|vector| vector.canvas.size() <= 11);
        for Vector { canvas, answer } in few {
            let difference = difference(&reference::answer(&weights, canvas), answer);
            assert!(difference < 2e-3, "{}: {difference}", path.display());
        }
    }
}

#[test]
fn the_net_that_plays_says_nearly_what_the_trainer_says() {
    let nets = nets();
    assert!(nets.len() >= 2);
    for (path, weights, vectors) in nets {
        let net = Quantised::new(&weights);
        assert!(vectors.len() >= 40);
        let (mut information, mut win_rate) = (0.0, 0.0);
        for Vector { canvas, answer } in &vectors {
            let found = net.answer(canvas);
            information += lost_information(&answer.policy, &found.policy);
            win_rate += (logistic(answer.win) - logistic(found.win)).abs();
        }
        // Eight bits lose a little. A policy is half a nat away from what it learns.
        let count = vectors.len() as f32;
        assert!(information / count < 0.005, "{}: {information}", path.display());
        assert!(win_rate / count < 0.01, "{}: {win_rate}", path.display());
    }
}

fn logistic(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The probabilities that logits stand for.
fn probabilities(logits: &[f32]) -> Vec<f32> {
    let highest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weights: Vec<_> = logits.iter().map(|logit| (logit - highest).exp()).collect();
    let sum: f32 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// How much is lost by believing `found` instead of `said`, in nats (Kullback and Leibler).
fn lost_information(said: &[f32], found: &[f32]) -> f32 {
    let pairs = probabilities(said).into_iter().zip(probabilities(found));
    pairs.map(|(said, found)| if said == 0.0 { 0.0 } else { said * (said / found).ln() }).sum()
}

/// What the nets say, bit by bit. Every processor and every browser says it; the checksums change with a net.
#[test]
fn the_net_that_plays_says_the_same_everywhere() {
    let sums = nets().into_iter().map(|(path, weights, vectors)| {
        let net = Quantised::new(&weights);
        let mut sum = 0_u64;
        for Vector { canvas, .. } in &vectors {
            let NetOutput { policy, win } = net.answer(canvas);
            for number in policy.iter().chain([&win]) {
                sum = sum.wrapping_mul(0x0100_0000_01b3).wrapping_add(u64::from(number.to_bits()));
            }
        }
        let name = path.file_stem().expect("a net has a name").to_string_lossy().into_owned();
        (name, format!("{sum:016x}"))
    });
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../train/weights");
    let mut sums: Vec<_> = sums.collect();
    sums.sort();
    let kept = fs::read_to_string(folder.join("checksums.txt")).expect("it is there");
    let lines = sums.iter().map(|(name, sum)| format!("{name} {sum}\n"));
    assert_eq!(lines.collect::<String>(), kept);
}

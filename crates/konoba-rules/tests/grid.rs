//! Sets of bits against sets of points, on every width and every size.

use std::collections::BTreeSet;

use konoba_rules::Point;
use konoba_rules::grid::{CENTRE, Edge, Grid, Large, Medium, RIM, Small, board_around};
use konoba_rules::playout::{Dice, WyRand};

type Plain = BTreeSet<Point>;

fn random_set<G: Grid>(size: u8, seed: u64) -> (G, Plain) {
    let mut dice = WyRand::new(seed);
    let plain: Plain = Point::all(size).filter(|_| dice.below(3) == 0).collect();
    let mut grid = G::EMPTY;
    plain.iter().for_each(|at| grid.insert(*at));
    (grid, plain)
}

fn plain<G: Grid>(grid: G) -> Plain {
    grid.iter().collect()
}

fn moved(set: &Plain, dx: i8, dy: i8, size: u8) -> Plain {
    set.iter().filter_map(|at| at.offset(dx, dy, size)).collect()
}

fn on_every_width(check: impl Fn(u8, u64) + Copy, widest: u8) {
    (1..=widest).for_each(|size| (0..8).for_each(|seed| check(size, seed)));
}

fn shifts<G: Grid>(size: u8, seed: u64) {
    let (grid, set) = random_set::<G>(size, seed);
    let board = G::board(size);
    macro_rules! check {
        ($(($dx:literal, $dy:literal))*) => {$(
            let shifted = plain(grid.shift::<$dx, $dy>() & board);
            assert_eq!(shifted, moved(&set, $dx, $dy, size), "{} by {} {}", size, $dx, $dy);
        )*};
    }
    check!((1, 0)(-1, 0)(0, 1)(0, -1)(1, 1)(1, -1)(-1, 1)(-1, -1));
    let beside: Plain = [(1, 0), (-1, 0), (0, 1), (0, -1)]
        .iter()
        .flat_map(|&(dx, dy)| moved(&set, dx, dy, size))
        .collect();
    let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let diagonal = diagonal.iter().flat_map(|&(dx, dy)| moved(&set, dx, dy, size));
    assert_eq!(plain(grid.beside() & board), beside);
    let around: Plain = beside.iter().copied().chain(diagonal).collect();
    assert_eq!(plain(grid.beside_or_diagonal() & board), around);
}

fn sets<G: Grid>(size: u8, seed: u64) {
    let (grid, set) = random_set::<G>(size, seed);
    assert_eq!(plain(grid), set);
    assert_eq!(grid.count() as usize, set.len());
    assert_eq!(grid.is_empty(), set.is_empty());
    assert_eq!(plain(G::board(size)), Point::all(size).collect());
    assert_eq!(
        plain(!grid & G::board(size)),
        Point::all(size).filter(|at| !set.contains(at)).collect()
    );
    assert!(Point::all(size).all(|at| grid.contains(at) == set.contains(&at)));
    assert_eq!(G::from_points(grid.to_points()), grid);
    let is_on = |edge: Edge, at: &Point| match edge {
        Edge::Bottom => at.y == 0,
        Edge::Top => at.y == size - 1,
        Edge::Left => at.x == 0,
        Edge::Right => at.x == size - 1,
    };
    for edge in [Edge::Bottom, Edge::Top, Edge::Left, Edge::Right] {
        assert_eq!(
            plain(G::edge(edge, size)),
            Point::all(size).filter(|at| is_on(edge, at)).collect()
        );
    }
}

fn neighbourhoods<G: Grid>(size: u8, seed: u64) {
    let (grid, set) = random_set::<G>(size, seed);
    for at in Point::all(size) {
        let near = |point: &Point| Point::new(point.x + CENTRE.x - at.x, point.y + CENTRE.y - at.y);
        let is_near = |point: &Point| point.x.abs_diff(at.x) <= 3 && point.y.abs_diff(at.y) <= 3;
        let expected: Plain = set.iter().filter(|point| is_near(point)).map(near).collect();
        let around = grid.around(at) & board_around(at, size);
        assert_eq!(plain(around), expected, "around {at} on {size}");
        let board: Plain = Point::all(size).filter(is_near).map(|point| near(&point)).collect();
        assert_eq!(plain(board_around(at, size)), board);

        let touching = grid.touching(at);
        let has = |dx, dy| at.offset(dx, dy, size).is_some_and(|at| set.contains(&at));
        let diagonals = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let lone = diagonals.iter().any(|&(dx, dy)| has(dx, dy) && !has(dx, 0) && !has(0, dy));
        assert_eq!(!touching.lone_diagonals().is_alone(), lone);
        let between = diagonals.iter().any(|&(dx, dy)| has(dx, dy) && has(dx, 0) && has(0, dy));
        assert_eq!(!touching.between_two_of(touching).is_alone(), between);
        let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)].iter().any(|&(dx, dy)| has(dx, dy));
        assert_eq!(!touching.beside().is_alone(), beside);
    }
}

#[test]
fn sets_shifts_and_neighbourhoods_are_those_of_points() {
    fn check<G: Grid>(size: u8, seed: u64) {
        sets::<G>(size, seed);
        shifts::<G>(size, seed);
        neighbourhoods::<G>(size, seed);
    }
    on_every_width(check::<Small>, Small::MAX);
    on_every_width(check::<Medium>, Medium::MAX);
    on_every_width(check::<Large>, Large::MAX);
    assert_eq!([Small::MAX, Medium::MAX, Large::MAX], [7, 15, 19]);
}

#[test]
fn the_rim_is_the_outermost_ring_of_a_neighbourhood() {
    let ring = Point::all(7).filter(|at| [at.x, at.y].iter().any(|place| [0, 6].contains(place)));
    assert_eq!(plain(RIM), ring.collect());
}

//! A program and all that it starts, which end together: by process groups where there are any.

#[cfg(unix)]
mod groups;
#[cfg(not(unix))]
mod trees;

#[cfg(unix)]
pub(super) use groups::Family;
#[cfg(not(unix))]
pub(super) use trees::Family;

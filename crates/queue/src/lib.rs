//! Jobs: owned by PostgreSQL, carried by Redis, run by apalis.

//! Object storage: sign, head, get, put.

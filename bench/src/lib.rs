//! Measures the running product.

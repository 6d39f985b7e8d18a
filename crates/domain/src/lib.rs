//! Rules and types of the product; no input or output.

//! The ImageNet weights that the encoder starts from; `pretrained/README.md` says whose they are.

use model::weights::Tensors;

/// Tensors of the encoder, by the names of `model::network`.
///
/// # Errors
/// Fails only when the program was built from a broken file.
pub fn encoder() -> anyhow::Result<Tensors> {
    Tensors::parse(include_bytes!("../pretrained/efficientnet-lite0.safetensors"))
}

//! The score head: the share of each feature that belongs to each cell.

use candle_core::Device;
use model::network::CellWeights;

#[test]
fn cell_weights_of_square_split_evenly() {
    // a tongue of 24 x 24 pixels in a view of 32: cells of 8 pixels, aligned with features of 8
    let mask: Vec<f32> = (0..32 * 32).map(|i| f32::from(i % 32 >= 8 && i / 32 >= 8)).collect();
    let weights = CellWeights::new(&[mask], 32, &[4], &Device::Cpu).unwrap();
    let cells = weights.cells[0].to_vec3::<f32>().unwrap();
    for (cell, weights) in cells[0].iter().enumerate() {
        let feature = (cell / 3 + 1) * 4 + cell % 3 + 1;
        assert!((weights[feature] - 1.).abs() < 1e-4, "cell {cell}: {weights:?}");
        assert!((weights.iter().sum::<f32>() - 1.).abs() < 1e-4);
    }
}

#[test]
fn cell_weights_of_empty_mask_are_zero() {
    let weights = CellWeights::new(&[vec![0.; 64]], 8, &[4], &Device::Cpu).unwrap();
    assert!(weights.cells[0].abs().unwrap().max_all().unwrap().to_scalar::<f32>().unwrap() < 1e-9);
}

//! Comparison of our layers with candle-nn's.

use candle_core::{DType, Device, Result, Tensor, Var};
use candle_nn::{VarBuilder, VarMap};

/// Returns a variable with values in -1..1 that depend only on `seed`.
pub fn random(shape: &[usize], seed: u32) -> Var {
    let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(12345);
    let values: Vec<f32> = (0..shape.iter().product())
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f32::from((state >> 16) as u16) / 32_768. - 1.
        })
        .collect();
    Var::from_tensor(&Tensor::from_vec(values, shape, &Device::Cpu).unwrap()).unwrap()
}

/// Returns an empty map of variables and a builder over it.
pub fn builder() -> (VarMap, VarBuilder<'static>) {
    let map = VarMap::new();
    let builder = VarBuilder::from_varmap(&map, DType::F32, &Device::Cpu);
    (map, builder)
}

/// Sets every variable of the map to values that depend only on its name.
pub fn randomize(map: &VarMap) {
    for (name, var) in map.data().lock().unwrap().iter() {
        let seed = name.bytes().fold(7u32, |seed, byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
        let values = random(var.dims(), seed).as_detached_tensor();
        let values = if name.ends_with("running_var") { (values.abs().unwrap() + 0.5).unwrap() } else { values };
        var.set(&values).unwrap();
    }
}

/// Asserts that the tensors have the same shape and differ by at most 1e-4 of the largest value.
#[track_caller]
pub fn assert_close(ours: &Tensor, theirs: &Tensor, what: &str) {
    assert_eq!(ours.dims(), theirs.dims(), "shape of {what}");
    assert!(ours.is_contiguous(), "{what} is not contiguous");
    let max = |t: &Tensor| t.abs().unwrap().flatten_all().unwrap().max(0).unwrap().to_scalar::<f32>().unwrap();
    let (error, scale) = (max(&(ours - theirs).unwrap()), max(theirs));
    assert!(error <= 1e-4 * scale.max(1.), "{what} differs by {error}, the values are up to {scale}");
}

/// Asserts that the tensors are equal bit for bit.
#[track_caller]
pub fn assert_identical(a: &Tensor, b: &Tensor) {
    let bits = |t: &Tensor| -> Vec<u32> {
        t.flatten_all().unwrap().to_vec1::<f32>().unwrap().into_iter().map(f32::to_bits).collect()
    };
    assert_eq!(a.dims(), b.dims());
    assert!(bits(a) == bits(b), "the values differ");
}

/// Compares the values and the gradients of all variables of two functions.
#[track_caller]
pub fn compare(ours: Result<Tensor>, theirs: Result<Tensor>, vars: &[(&str, &Var)]) {
    let (ours, theirs) = (ours.unwrap(), theirs.unwrap());
    assert_close(&ours, &theirs, "output");
    // a loss whose gradient differs for each value
    let weights = random(ours.dims(), 99).as_detached_tensor();
    let gradients = |out: &Tensor| (out * &weights).unwrap().sum_all().unwrap().backward().unwrap();
    let (ours, theirs) = (gradients(&ours), gradients(&theirs));
    for (name, var) in vars {
        let gradient = |grads: &candle_core::backprop::GradStore| grads.get(var).unwrap().contiguous().unwrap();
        assert_close(&gradient(&ours), &gradient(&theirs), name);
    }
}

/// Runs `f` in a pool of `threads` threads.
pub fn with_threads<T: Send>(threads: usize, f: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(f)
}

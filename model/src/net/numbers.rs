//! The scoring network that reads what [`crate::describe`] says of the cells in numbers.

use candle_core::{Device, Result, Tensor};

use super::layers::{Biased, Source, Standard};
use super::score::{CELLS, Scores, across};
use crate::describe::{NUMBERS, Told};

/// Small networks that are asked, each begun with other numbers: their mean errs less than any of them.
const MEMBERS: usize = 6;
/// Width of a member's hidden layer.
const HIDDEN: usize = 96;

/// Several networks of one hidden layer, each with two ordinal logits for a cell.
pub struct NumbersNet {
    standard: Standard,
    members: Vec<(Biased, Biased)>,
}

impl NumbersNet {
    /// Takes from the training photos what their numbers are measured by, before training begins.
    ///
    /// # Errors
    /// Fails when the shape is wrong.
    pub fn measure(&self, x: &Tensor) -> Result<()> {
        self.standard.measure(x)
    }
}

impl Scores for NumbersNet {
    fn new(mut source: Source<'_>) -> Result<Self> {
        let s = &mut source;
        let member = |i: usize| {
            let hidden = Biased::head(s, &format!("numbers.{i}.hidden"), NUMBERS, HIDDEN)?;
            Ok((hidden, Biased::head(s, &format!("numbers.{i}.head"), HIDDEN, 2)?))
        };
        let members = (0..MEMBERS).map(member).collect::<Result<_>>()?;
        Ok(Self { standard: Standard::new(s, "numbers.standard", NUMBERS)?, members })
    }

    /// [b, [`NUMBERS`], 3, 3].
    fn input(told: &[(&Told, bool)]) -> Result<Tensor> {
        let of_one = |(told, flip): &(&Told, bool)| -> Vec<f32> {
            let from = |i: usize| if *flip { across(i) } else { i };
            (0..told.numbers.len()).map(|i| told.numbers[from(i)]).collect()
        };
        let numbers = told.iter().flat_map(of_one).collect();
        Tensor::from_vec(numbers, (told.len(), NUMBERS, CELLS, CELLS), &Device::Cpu)
    }

    fn each(&self, x: &Tensor) -> Result<Vec<Tensor>> {
        let x = self.standard.forward(x)?;
        self.members.iter().map(|(hidden, head)| head.forward(&hidden.forward(&x)?.relu()?)?.flatten_from(2)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirrored_tongues_cells_are_given_across() {
        let told = Told { numbers: (0..NUMBERS * 9).map(|i| i as f32).collect(), ..Told::nothing() };
        let given = NumbersNet::input(&[(&told, false), (&told, true)]).unwrap();
        let [plain, mirrored] = [0, 1].map(|i| given.get(i).unwrap().flatten_all().unwrap().to_vec1::<f32>().unwrap());
        assert_eq!(plain, told.numbers);
        assert_eq!(mirrored[..9], [2., 1., 0., 5., 4., 3., 8., 7., 6.], "the first number of each cell");
        assert_eq!(mirrored[9..12], [11., 10., 9.], "the second number of the upper cells");
    }
}

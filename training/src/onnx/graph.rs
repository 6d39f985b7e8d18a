//! Writes graphs in the ONNX format: the protobuf messages of `onnx.proto` that a chain of operators needs.

use candle_core::{Result, Tensor};

use crate::events::{field_bytes, varint};

/// Version of the file format that was released with [`OPSET`].
const IR_VERSION: u64 = 8;
/// Version of the operator set.
const OPSET: u64 = 17;
/// `TensorProto.DataType`.
const FLOAT: u64 = 1;
const INT64: u64 = 7;
/// `AttributeProto.AttributeType`.
const INT: u64 = 2;
const STRING: u64 = 3;
const INTS: u64 = 7;

/// An attribute of a node.
pub enum Attribute<'a> {
    /// A number.
    Int(usize),
    /// A list of numbers.
    Ints(&'a [usize]),
    /// A string.
    Text(&'a str),
}

/// A graph being written. Values are referenced by name; a node has the name of its output.
#[derive(Default)]
pub struct Graph {
    fields: Vec<u8>,
}

impl Graph {
    /// Adds an input of 32-bit floats, `[batch, shape...]`.
    pub fn input(&mut self, name: &str, shape: &[usize]) {
        self.fields.extend(field_bytes(11, &value_info(name, shape)));
    }

    /// Declares the value with this name an output of 32-bit floats, `[batch, shape...]`.
    pub fn output(&mut self, name: &str, shape: &[usize]) {
        self.fields.extend(field_bytes(12, &value_info(name, shape)));
    }

    /// Adds a tensor of 32-bit floats and returns its name.
    ///
    /// # Errors
    /// Fails when the tensor is not of 32-bit floats.
    pub fn constant(&mut self, name: String, tensor: &Tensor) -> Result<String> {
        let values = tensor.flatten_all()?.to_vec1::<f32>()?;
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        Ok(self.initializer(name, FLOAT, tensor.dims(), &bytes))
    }

    /// Adds a list of integers, such as sizes and axes, and returns its name.
    pub fn integers(&mut self, name: String, values: &[i64]) -> String {
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.initializer(name, INT64, &[values.len()], &bytes)
    }

    fn initializer(&mut self, name: String, kind: u64, dims: &[usize], bytes: &[u8]) -> String {
        let mut tensor: Vec<u8> = dims.iter().flat_map(|dim| field_varint(1, *dim as u64)).collect();
        tensor.extend([field_varint(2, kind), field_bytes(8, name.as_bytes()), field_bytes(9, bytes)].concat());
        self.fields.extend(field_bytes(5, &tensor));
        name
    }

    /// Adds a node and returns the name of its output, which is the node's name.
    pub fn node(&mut self, name: &str, kind: &str, inputs: &[&str], attributes: &[(&str, Attribute<'_>)]) -> String {
        let mut node: Vec<u8> = inputs.iter().flat_map(|input| field_bytes(1, input.as_bytes())).collect();
        for (field, text) in [(2, name), (3, name), (4, kind)] {
            node.extend(field_bytes(field, text.as_bytes()));
        }
        for (name, value) in attributes {
            let (kind, value) = match value {
                Attribute::Int(value) => (INT, field_varint(3, *value as u64)),
                Attribute::Text(value) => (STRING, field_bytes(4, value.as_bytes())),
                Attribute::Ints(values) => (INTS, values.iter().flat_map(|v| field_varint(8, *v as u64)).collect()),
            };
            node.extend(field_bytes(5, &[field_bytes(1, name.as_bytes()), value, field_varint(20, kind)].concat()));
        }
        self.fields.extend(field_bytes(1, &node));
        name.to_owned()
    }

    /// Encodes the file. `metadata` are names and values that tools display.
    #[must_use]
    pub fn encode(mut self, name: &str, metadata: &[(&str, &str)]) -> Vec<u8> {
        self.fields.extend(field_bytes(2, name.as_bytes()));
        let mut model = field_varint(1, IR_VERSION);
        model.extend(field_bytes(7, &self.fields));
        model.extend(field_bytes(8, &field_varint(2, OPSET)));
        for (key, value) in metadata {
            let entry = [field_bytes(1, key.as_bytes()), field_bytes(2, value.as_bytes())].concat();
            model.extend(field_bytes(14, &entry));
        }
        model
    }
}

/// Encodes a `ValueInfoProto` of 32-bit floats.
fn value_info(name: &str, shape: &[usize]) -> Vec<u8> {
    let mut dims = field_bytes(1, &field_bytes(2, b"batch"));
    dims.extend(shape.iter().flat_map(|size| field_bytes(1, &field_varint(1, *size as u64))));
    let tensor = [field_varint(1, FLOAT), field_bytes(2, &dims)].concat();
    [field_bytes(1, name.as_bytes()), field_bytes(2, &field_bytes(1, &tensor))].concat()
}

/// Encodes a protobuf field with a number.
fn field_varint(number: u64, value: u64) -> Vec<u8> {
    [varint(number << 3), varint(value)].concat()
}

//! Half-precision numbers, as the net answers in.

/// Whether the bits of an IEEE half-precision float stand for a number.
pub const fn is_finite(bits: u16) -> bool {
    bits & 0x7c00 != 0x7c00
}

/// The number that the bits of an IEEE half-precision float stand for; infinities and
/// not-a-numbers, which no answer holds, become large numbers.
#[inline(always)]
pub fn to_f32(bits: u16) -> f32 {
    // Moved into the place of a single-precision float the exponent is too small by 112. The
    // multiplication puts that right, for subnormal numbers too.
    let magnitude =
        f32::from_bits(u32::from(bits & 0x7fff) << 13) * f32::from_bits((112 + 127) << 23);
    if bits & 0x8000 == 0 { magnitude } else { -magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_numbers_are_read() {
        let rows = [
            (0x0000, 0.0),
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x3555, 0.333_251_95),
            (0x7bff, 65504.0),
            (0x0001, 5.960_464_5e-8),
            (0x83ff, -6.097_555e-5),
        ];
        for (bits, number) in rows {
            assert_eq!(to_f32(bits), number, "{bits:#06x}");
        }
    }
}

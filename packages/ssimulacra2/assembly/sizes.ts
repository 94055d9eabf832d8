/** Rounds up to a multiple of `step`, a power of two. */
export function roundUp(value: u64, step: u64): u64 {
  return (value + step - 1) & ~(step - 1);
}

/** Returns the size in bytes of a row of f32 values, rounded up to whole vectors. */
export function pixelsToBytes(widthPx: i32): u64 {
  return roundUp(<u64>widthPx * 4, 16);
}

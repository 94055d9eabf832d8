/**
 * The smallest EXIF block there is: a big-endian TIFF header and one directory entry, Orientation (0x0112, one SHORT).
 * Without the `Exif\0\0` prefix, which only JPEG wants. EXIF 2.32, section 4.
 */
export function orientationExif(orientation: number): Buffer {
  return Buffer.from([
    ...[0x4d, 0x4d, 0x00, 0x2a, 0, 0, 0, 8],
    ...[0, 1],
    ...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
    ...[0, 0, 0, 0],
  ]);
}

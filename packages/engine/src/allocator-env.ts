const mebibyte = 2 ** 20;

/**
 * Environment variables for engine processes. glibc's malloc reads them; other C libraries ignore them. With a HEIC
 * image of 12 megapixels, they save 60 to 90 MB of memory without increasing the processor time (measured).
 */
export const allocatorEnv = {
  // Limit the number of arenas, because each arena can retain memory of earlier images.
  MALLOC_ARENA_MAX: '2',
  // Allocate large buffers, such as decoded pixels, outside the heap, so that their memory is returned to the system
  // when they are freed. By default, glibc raises this threshold up to 32 MB whenever a large buffer is freed.
  MALLOC_MMAP_THRESHOLD_: String(4 * mebibyte),
  MALLOC_TRIM_THRESHOLD_: String(8 * mebibyte),
};

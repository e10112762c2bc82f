/** Whole numbers that software often treats specially, and some that it does not. */
export const integers: readonly number[] = [
  ...Array.from({ length: 18 }, (_, index) => index),
  ...[20, 25, 32, 40, 50, 64, 99, 100, 101, 127, 128, 200, 255, 256, 257, 300, 500, 512, 999, 1000, 1024],
  ...[2000, 2048, 3000, 4095, 4096, 65_536, 2 ** 31 - 1, -1, -2, -7, -100],
]

export const fractions: readonly number[] = [
  ...[0.01, 0.05, 0.1, 0.25, 0.3, 0.333333, 0.5, 0.7, 0.75, 0.9, 0.95, 0.99, 1.01, 1.5, 1.75, 1.9, 1.99],
  ...[-0.01, -0.5, -1.5, -1.9],
]

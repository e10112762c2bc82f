/** So many bytes are looked through at a time. */
const usualStretch = 64 * 1024

/**
 * Where `wanted`, which is not empty, first occurs from `from` on, or -1: what `indexOf` says. Once that has met bytes
 * that begin like what is wanted, it goes on in a slower way to the end, for megabytes of zeros twenty times slower;
 * here it begins anew with every stretch.
 */
export function findBytes(bytes: Buffer, wanted: string, from = 0, stretch = usualStretch): number {
  const overlap = Buffer.byteLength(wanted) - 1
  for (let start = from; start < bytes.length; start += stretch) {
    const found = bytes.subarray(start, start + stretch + overlap).indexOf(wanted)
    if (found >= 0) return start + found
  }
  return -1
}

/** The kinds of input and output for which tokens are counted. */
export type Modality = 'TEXT' | 'IMAGE' | 'VIDEO' | 'AUDIO' | 'DOCUMENT'

export function modalityOf(mimeType: string): Modality {
  const [kind] = mimeType.toLowerCase().split('/')
  if (kind === 'image') return 'IMAGE'
  if (kind === 'audio') return 'AUDIO'
  if (kind === 'video') return 'VIDEO'
  return kind === 'text' ? 'TEXT' : 'DOCUMENT'
}

/** Returns the tokens for one piece of media (section 2.6, MediaResolution). */
export function tokensOfMedia(resolution: unknown): number {
  return resolution === 'MEDIA_RESOLUTION_LOW' ? 64 : 256
}

/** The only picture of this model: one grey pixel. */
export const greyPixel = {
  mimeType: 'image/png',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
}

/** The only speech of this model: eight samples of silence. */
export const silence = { mimeType: 'audio/wav', data: wave(new Uint8Array(8).fill(128)) }

/** Returns a WAV file of mono 8-bit samples, 8000 a second, as base64. */
function wave(samples: Uint8Array): string {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8000, 24)
  header.writeUInt32LE(8000, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples]).toString('base64')
}

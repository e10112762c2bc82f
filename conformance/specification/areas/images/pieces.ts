import type { RequestPiece } from '../../../core/model/arbitraries.ts'
import { fileIn } from './file-facts.ts'
import { uploads } from './uploads.ts'

const long = 'river table '.repeat(2700)

/** A prompt of one character less than the longest one. */
const almost = `${long.slice(0, 31_998)}s`

/** Returns a body for the model that takes several pictures. It needs a parameter of its own (interpretation I5). */
function multi(more: object): RequestPiece {
  return {
    path: '/body',
    value: { prompt: 'A red lantern.', model: 'image-model-multi', quality: 'low', ...more },
    on: ['images.edit'],
  }
}

const image = [fileIn('image', uploads.square)]

/** Returns a body for the larger model, which makes one picture a request. */
function larger(more: object): RequestPiece {
  return {
    path: '/body',
    value: { prompt: 'A lantern.', model: 'image-model-2', n: 1, ...more },
    on: ['images.generate'],
  }
}

/**
 * Bodies whose members depend on one another, so that the schema alone does not give them. Each has several such
 * members, since every request makes a picture.
 */
export const imagesPieces: readonly RequestPiece[] = [
  larger({ size: '1792x1024', quality: 'hd', style: 'natural' }),
  larger({ prompt: `${long.slice(0, 3999)}s`, size: '1024x1024', quality: 'standard', style: 'vivid' }),
  { path: '/body', value: { prompt: 'A lantern.', image, quality: 'standard' }, on: ['images.edit'] },
  multi({ image: [fileIn('image', uploads.scroll)], size: '1024x1024' }),
  multi({ image: [fileIn('image', uploads.banner)], size: '1536x1024', prompt: almost }),
  multi({
    image: [fileIn('image[]', uploads.banner), fileIn('image[]', uploads.scroll)],
    size: '1024x1536',
    prompt: almost,
  }),
  multi({ image, prompt: `${long.slice(0, 31_999)}s`, size: 'auto' }),
]

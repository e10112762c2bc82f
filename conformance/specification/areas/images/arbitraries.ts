import { itemsOf, type Members } from '../../../../schemas/json.ts'
import type { AreaArbitraries, Override, Random } from '../../../core/model/arbitraries.ts'
import { fileIn } from './file-facts.ts'
import { fileChoices, pools, withSuitableFiles } from './pictures.ts'
import { imagesPieces } from './pieces.ts'
import { uploads } from './uploads.ts'

const images: Override = ({ random }) => {
  const count = random.pick([1, 1, 1, 2, 3, 4])
  const field = count > 1 ? 'image[]' : 'image'
  return Array.from({ length: count }, () => fileIn(field, random.pick(pools.several)))
}

/** Draws a small number of pictures most of the time, because each one is billed. */
const count: Override = ({ random, own }) =>
  random.chance(65) ? 1 : random.chance(70) ? random.pick([2, 2, 3]) : own()

/** Selects a model that accepts several pictures if there are several, and a quality that the model knows. */
function arrangeEdit(body: Members, random: Random): Members {
  const result: Record<string, unknown> = { ...body }
  if (itemsOf(body['image']).length > 1 && random.chance(50)) result['model'] = 'image-model-multi'
  if (result['model'] === 'image-model-multi') result['quality'] = random.pick(['low', 'medium', 'high'])
  // Without a model, only one quality is valid, and a random draw rarely hits it.
  else if (result['model'] === undefined && random.chance(75)) result['quality'] = 'standard'
  return result
}

/**
 * The maximum length of a prompt by model (section 8). The schemas only judge the length of ordinary text (interpretation G6).
 */
const longestPrompt: Readonly<Record<string, number>> = { 'image-model-2': 4000, 'image-model-multi': 32000 }

function shortened(body: Members): Members {
  const { prompt, model } = body
  const longest = longestPrompt[String(model)] ?? 1000
  return typeof prompt === 'string' && prompt.length > longest ? { ...body, prompt: cut(prompt, longest) } : body
}

/** Cuts a text to a maximum number of UTF-16 units without splitting a character. */
function cut(text: string, longest: number): string {
  const end = (text.codePointAt(longest - 1) ?? 0) > 0xffff ? longest - 1 : longest
  return text.slice(0, end)
}

/** Constraints on image requests that their schemas cannot express. */
export const imagesArbitraries: AreaArbitraries = {
  pieces: imagesPieces,
  provoking: [
    { id: 'two pictures in base64', body: { n: 2, size: '256x256', response_format: 'b64_json' } },
    { id: 'two pictures by address', body: { n: 2, size: '256x256' } },
    { id: 'a small picture of the smaller model', body: { model: 'image-model-1', size: '256x256' } },
    { id: 'a picture of the larger model', body: { model: 'image-model-2' }, on: ['images.generate'] },
    {
      id: 'an edit of the model that takes several',
      body: { model: 'image-model-multi', quality: 'low' },
      on: ['images.edit'],
      capability: 'multi-image',
    },
  ],
  places: {
    '/header': () => undefined,
    '/body/n': count,
    '/body/image': images,
    '/body/mask': ({ random }) => (random.chance(40) ? fileIn('mask', uploads.mask) : undefined),
  },
  files: fileChoices,
  arrange: (value, random, operation) => {
    const body = shortened(value.body as Members)
    if (operation === 'images.generate') return { ...value, body }
    const consistent = operation === 'images.edit' ? arrangeEdit(body, random) : body
    return { ...value, body: withSuitableFiles(consistent, random, operation) }
  },
}

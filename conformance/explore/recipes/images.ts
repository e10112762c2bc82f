import fc from 'fast-check'
import { fileIn } from '../../areas/images/file-facts.ts'
import { uploads } from '../../areas/images/uploads.ts'
import type { RequestValue } from '../../model/operation.ts'
import { type Chosen, drawn, type Recipe } from '../recipe.ts'
import { asciiTexts, denseTexts } from '../texts.ts'

/** How many images: one, where it is not the number that matters. */
const counts = fc.oneof(
  { arbitrary: fc.constant(1), weight: 2 },
  { arbitrary: fc.constantFrom(2, 2, 2, 3, 4), weight: 1 },
)
const formats = fc.constantFrom('url', 'b64_json')
const users = fc
  .oneof(fc.constantFrom('user-1', 'a b@c.example', 'u'.repeat(256)), asciiTexts)
  .map((user) => user.slice(0, 256))
const generated = ['256x256', '512x512', '1024x1024', '1792x1024', '1024x1792'] as const
const edited = ['256x256', '512x512', '1024x1024', '1536x1024', '1024x1536', 'auto'] as const
const prompts = fc.oneof(
  { arbitrary: denseTexts(900), weight: 9 },
  { arbitrary: fc.constantFrom('a red kite '.repeat(91).slice(0, 1000)), weight: 1 },
)

const squares = [uploads.square, uploads.tiny, uploads.odd, uploads.deep, uploads.grey, uploads.palette, uploads.wide]

/** What an image request may be made of. Members with null stand as if they were left out (interpretation I3). */
export const generateRecipe: Recipe = {
  features: {
    prompt: prompts,
    model: fc.constantFrom('image-model-1', 'image-model-2'),
    n: fc.oneof({ arbitrary: counts, weight: 4 }, { arbitrary: fc.constant(null), weight: 1 }),
    size: fc.constantFrom(...generated, null),
    quality: fc.constantFrom('standard', 'hd'),
    style: fc.constantFrom('vivid', 'natural', null),
    response_format: fc.oneof(formats, fc.constant(null)),
    user: users,
  },
  build: (chosen) => ({ body: { prompt: 'a lighthouse at dusk', ...chosen } }),
}

export const editRecipe: Recipe = {
  features: {
    prompt: prompts,
    model: fc.constantFrom<object>(
      { model: 'image-model-1' },
      { model: 'image-model-1', quality: 'standard' },
      { quality: 'standard' },
      { model: 'image-model-multi', quality: 'low' },
      { model: 'image-model-multi', quality: 'medium' },
      { model: 'image-model-multi', quality: 'high' },
    ),
    image: fc.array(fc.constantFrom(...squares, uploads.opaque, uploads.webp, uploads.jpeg, uploads.oblong), {
      minLength: 1,
      maxLength: 4,
    }),
    mask: fc.constant(true),
    n: counts,
    size: fc.constantFrom(...edited),
    response_format: formats,
    user: users,
  },
  build: (chosen) => ({ body: { prompt: 'make the sky green', ...plainMembers(chosen), ...filesOf(chosen) } }),
}

export const variationRecipe: Recipe = {
  features: {
    model: fc.constant({ model: 'image-model-1' }),
    image: fc.constantFrom(...squares, uploads.opaque).map((upload) => [upload]),
    n: counts,
    size: fc.constantFrom('256x256', '512x512', '1024x1024'),
    response_format: formats,
    user: users,
  },
  build: (chosen): RequestValue => ({ body: { ...plainMembers(chosen), ...filesOf(chosen) } }),
}

type Upload = (typeof uploads)[keyof typeof uploads]

function plainMembers({ image: _image, mask: _mask, model, ...rest }: Chosen): Chosen {
  return { ...(model as Chosen | undefined), ...rest }
}

/** A mask has the size of the picture: it stands beside the one that has a mask of its size. */
function filesOf(chosen: Chosen): object {
  const images = drawn<readonly Upload[]>(chosen, 'image') ?? ['mask' in chosen ? uploads.opaque : uploads.square]
  const field = images.length > 1 ? 'image[]' : 'image'
  return {
    image: images.map((upload) => fileIn(field, upload)),
    ...('mask' in chosen ? { mask: fileIn('mask', uploads.mask) } : {}),
  }
}

import { itemsOf, type Members } from '../../../../schemas/json.ts'
import type { Deciding, DecidingChoice } from '../../../core/model/arbitraries.ts'
import { choicesFor, namedByText } from '../deciding.ts'

const sizes = ['256x256', '512x512', '1024x1024', '1792x1024', '1024x1792', '1536x1024', '1024x1536', 'auto']

/** Choices that decide a picture together. Validation drops those that the model of a request does not know. */
export const decidingImages: readonly Deciding[] = [
  {
    size: withNull(
      'size',
      choicesFor(namedByText(sizes), (size) => memberOf('size', size)),
    ),
    quality: choicesFor(namedByText(['hd', 'low', 'medium', 'high']), (quality) => memberOf('quality', quality)),
    style: withNull('style', { natural: memberOf('style', 'natural') }),
    form: withNull(
      'response_format',
      choicesFor(namedByText(['url', 'b64_json']), (form) => memberOf('response_format', form)),
    ),
    count: {
      several: shownBy(({ n }) => Number(n) > 1),
      null: memberOf('n', null, ({ n }) => n === undefined || n === 1),
    },
    mask: { given: shownBy(({ mask }) => mask !== undefined) },
    pictures: { several: shownBy(({ image }) => itemsOf(image).length > 1) },
  },
]

function memberOf(name: string, value: unknown, mayReplace: (body: Members) => boolean = () => true): DecidingChoice {
  return {
    isMade: (body) => body[name] === value,
    make: (body) => (mayReplace(body) ? { ...body, [name]: value } : undefined),
  }
}

/** A choice that a request makes by itself or not at all, since it changes the cost or the files. */
function shownBy(isMade: DecidingChoice['isMade']): DecidingChoice {
  return { isMade, make: () => undefined }
}

function withNull(name: string, choices: Deciding[string]): Deciding[string] {
  return { ...choices, null: memberOf(name, null) }
}

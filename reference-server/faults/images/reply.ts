import { having, onSuccess, within } from '../../alterations.ts'
import { bytes } from '../../reply.ts'
import { asHtml, asPlainText, inUtf16, withStatus } from '../../transport-alterations.ts'
import { breaking, type Fault, wrongIn } from '../fault.ts'
import { imageEndpoints, inEachImage, inImageReplies, inImages, onStatus } from './alterations.ts'

const generate = ['images.generate'] as const
const wrong = wrongIn(inImageReplies)

/** Defects of the reply with the images: its shape, its `usage` and its transport. */
export const imageReplyFaults: readonly Fault[] = [
  wrong('images-created-missing', 'images.reply-created', '/created'),
  wrong('images-created-null', 'images.reply-created', '/created', null),
  wrong('images-created-string', 'images.reply-created', '/created', '1700000000'),
  inImages('images-created-milliseconds', ['images.created-in-seconds'], ({ created, ...reply }) => ({
    ...reply,
    created: Number(created) * 1000,
  })),
  breaking(
    'images-variation-501',
    ['images.variation-plain-request-accepted'],
    onSuccess('images.variation', () => bytes(501, 'text/plain', 'Not Implemented')),
  ),
  inImages('images-bare-list', ['images.reply-object'], ({ data }) => data),
  inEachImage('images-revised-prompt-list', ['images.reply-revised-prompt'], having({ revised_prompt: ['a', 'kite'] })),
  inImages('images-bare-strings', ['images.reply-image-object'], ({ data, ...reply }) => ({
    ...reply,
    data: (data as unknown[]).map(() => 'https://images.example/1.png'),
  })),
  inImages('images-error-as-success', ['images.reply-data'], () => ({
    error: { message: 'The upstream service is asleep.', type: 'server_error', param: null, code: null },
  })),

  inImages('images-generate-usage', ['images.generate-usage-absent'], having({ usage: someUsage(1) }), generate),
  inImages('images-variation-usage', ['images.variation-usage-absent'], having({ usage: someUsage(1) }), [
    'images.variation',
  ]),
  inImages(
    'images-edit-usage-everywhere',
    ['images.edit-model-1-usage-absent'],
    ({ usage = someUsage(1), ...reply }) => ({ ...reply, usage }),
    ['images.edit'],
  ),
  wrong('images-edit-usage-missing', 'images.edit-usage-given', '/usage'),
  inImages(
    'images-usage-wrong-total',
    ['images.edit-usage-adds-up'],
    within('usage', ({ total_tokens, ...usage }) => ({ ...usage, total_tokens: Number(total_tokens) + 1 })),
  ),
  inImages(
    'images-usage-negative',
    ['images.usage-not-negative'],
    within('usage', ({ input_tokens, ...usage }) => ({
      ...usage,
      input_tokens,
      output_tokens: -1,
      total_tokens: Number(input_tokens) - 1,
    })),
  ),
  wrong('images-usage-wrong-details', 'images.edit-usage-adds-up', '/usage/input_tokens_details/image_tokens', 0),

  breaking(
    'images-not-json',
    ['images.reply-parses'],
    onSuccess(imageEndpoints, () => bytes(200, 'application/json', "{'created': 1700000000}")),
  ),
  breaking('images-utf-16', ['images.reply-utf-8'], onSuccess(imageEndpoints, inUtf16)),
  breaking('images-html', ['images.reply-parses'], onSuccess(imageEndpoints, asHtml)),
  breaking('images-text-plain', ['images.reply-content-type'], onSuccess('images.generate', asPlainText)),
  breaking('images-201', ['images.success-status'], onStatus(200, withStatus(201))),
  breaking('images-422', ['images.refusal-status'], onStatus(400, withStatus(422))),
  breaking('images-403', ['images.credential-refusal-status'], onStatus(401, withStatus(403))),
]

/** Returns a `usage` with a correct total. */
function someUsage(tokens: number) {
  return {
    total_tokens: 2 * tokens,
    input_tokens: tokens,
    output_tokens: tokens,
    input_tokens_details: { text_tokens: tokens, image_tokens: 0 },
  }
}

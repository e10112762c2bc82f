import { bytes, jsonReply, type Reply } from '../../reply.ts'
import { breaking, type Change, inReply, onSuccess, within, wrongIn } from '../alterations.ts'
import type { Fault } from '../fault.ts'
import { asHtml, asPlainText, inUtf16, withStatus } from '../transport.ts'

const inEnvelope = (id: string, breaks: Fault['breaks'], change: Change): Fault =>
  breaking(id, breaks, inReply('usage.token', change))
const inData = (id: string, breaks: Fault['breaks'], change: Change): Fault =>
  inEnvelope(id, breaks, within('data', change))
const wrong = wrongIn((change) => inReply('usage.token', change))
const instead = (id: string, breaks: Fault['breaks'], alter: (reply: Reply) => Reply): Fault =>
  breaking(id, breaks, onSuccess('usage.token', alter))

/** Defects in the reply for a known token (section 2.5), one for each member. */
export const tokenReplyFaults: readonly Fault[] = [
  wrong('usage-code-missing', 'usage.reply-code', '/code'),
  wrong('usage-code-number', 'usage.reply-code', '/code', 1),
  wrong('usage-message-success', 'usage.reply-message', '/message', 'success'),
  wrong('usage-message-null', 'usage.reply-message', '/message', null),
  wrong('usage-data-missing', 'usage.reply-data', '/data'),
  inEnvelope('usage-data-list', ['usage.reply-data'], ({ data, ...reply }) => ({ ...reply, data: [data] })),
  inEnvelope('usage-bare-list', ['usage.reply-object'], (reply) => [reply]),
  instead('usage-error-as-success', ['usage.reply-envelope'], () =>
    jsonReply(200, { success: false, message: 'the database is asleep' }),
  ),
  instead('usage-wrapped-error-as-success', ['usage.reply-envelope'], () =>
    jsonReply(200, { error: { message: 'the database is asleep' } }),
  ),

  wrong('usage-object-token', 'usage.reply-data-object', '/data/object', 'token'),
  wrong('usage-object-missing', 'usage.reply-data-object', '/data/object'),
  wrong('usage-name-null', 'usage.reply-name', '/data/name', null),
  inData('usage-granted-string', ['usage.reply-total-granted'], asText('total_granted')),
  wrong('usage-used-fraction', 'usage.reply-total-used', '/data/total_used', 0.5),
  wrong('usage-available-missing', 'usage.reply-total-available', '/data/total_available'),
  wrong('usage-available-null', 'usage.reply-total-available', '/data/total_available', null),
  inData('usage-sum-wrong', ['usage.totals-add-up'], ({ total_granted, ...data }) => ({
    ...data,
    total_granted: Number(total_granted) + 1,
  })),
  inData('usage-granted-is-what-is-left', ['usage.totals-add-up'], (data) => ({
    ...data,
    total_used: Number(data['total_used']) + 5,
    total_granted: data['total_available'],
  })),
  wrong('usage-unlimited-number', 'usage.reply-unlimited-quota', '/data/unlimited_quota', 0),
  inData('usage-limits-list', ['usage.reply-model-limits'], ({ model_limits, ...data }) => ({
    ...data,
    model_limits: Object.keys(Object(model_limits)),
  })),
  wrong('usage-limits-null', 'usage.reply-model-limits', '/data/model_limits', null),
  wrong('usage-limits-numbers', 'usage.reply-model-limits-values', '/data/model_limits', { 'image-model-1': 100 }),
  wrong('usage-limits-enabled-string', 'usage.reply-model-limits-enabled', '/data/model_limits_enabled', 'false'),
  wrong('usage-expires-string', 'usage.reply-expires-at', '/data/expires_at', '2030-01-01T00:00:00Z'),
  wrong('usage-expires-null', 'usage.reply-expires-at', '/data/expires_at', null),
  wrong('usage-expires-minus-one', 'usage.expires-at-in-seconds', '/data/expires_at', -1),
  wrong('usage-expires-milliseconds', 'usage.expires-at-in-seconds', '/data/expires_at', 1_900_000_000_000),

  instead('usage-not-json', ['usage.reply-parses'], () => bytes(200, 'application/json', '{"code":true,')),
  instead('usage-html', ['usage.reply-parses'], asHtml),
  instead('usage-utf-16', ['usage.reply-utf-8'], inUtf16),
  instead('usage-text-plain', ['usage.reply-content-type'], asPlainText),
  instead('usage-201', ['usage.success-status'], withStatus(201)),
]

function asText(name: string): Change {
  return (data) => ({ ...data, [name]: String(data[name]) })
}

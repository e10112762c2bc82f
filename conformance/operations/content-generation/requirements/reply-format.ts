import { requirement } from '../../../model/build.ts'
import { type Observation, succeeded } from '../../../model/observation.ts'
import { saysJson } from '../../says-json.ts'
import { snakeCaseFields } from '../reply-spelling.ts'

/** How a successful reply is written. */
export default [
  requirement({
    id: 'content.reply-json',
    section: '4',
    endpoint: 'content.generate',
    dimension: 'field',
    level: 'stated',
    reading: 'G14',
    statement: 'A successful reply is JSON.',
    needs: ['response-body'],
    appliesTo: succeeded,
    *check({ json }) {
      if (json === undefined)
        yield { message: 'the body is not JSON', at: { in: 'body', pointer: '' }, expected: 'JSON' }
    },
  }),
  requirement({
    id: 'content.reply-content-type',
    section: '4',
    endpoint: 'content.generate',
    dimension: 'field',
    level: 'implied',
    reading: 'G14',
    statement: 'A successful reply declares itself JSON.',
    needs: ['response-headers'],
    appliesTo: succeeded,
    check: saysJson,
  }),
  requirement({
    id: 'content.reply-camel-case',
    section: '2.7',
    endpoint: 'content.generate',
    alsoOn: ['content.stream'],
    dimension: 'field',
    level: 'implied',
    reading: 'C1',
    statement: 'The fields of a reply are written in camelCase.',
    needs: ['response-body'],
    appliesTo: (seen) => succeeded(seen) && (seen.json !== undefined || payloads(seen).length > 0),
    *check(seen) {
      for (const { pointer, field } of snakeCaseFields(seen.json)) {
        yield { message: `${field} is in snake_case`, at: { in: 'body', pointer }, actual: field }
      }
      for (const { index, json } of payloads(seen)) {
        for (const { pointer, field } of snakeCaseFields(json)) {
          yield { message: `${field} is in snake_case`, at: { in: 'event', index, pointer }, actual: field }
        }
      }
    },
  }),
] as const

function payloads({ stream }: Observation) {
  return stream?.events.filter(({ json }) => json !== undefined) ?? []
}

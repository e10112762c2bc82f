import { requirement } from '../../../model/build.ts'
import { succeeded } from '../../../model/observation.ts'
import { saysJson } from '../../says-json.ts'
import { snakeCaseFields } from '../reply-spelling.ts'
import { payloadsOf } from '../slices.ts'

/** The format of a successful reply. */
export default [
  requirement({
    id: 'content.reply-json',
    section: '4',
    endpoint: 'content.generate',
    dimension: 'field',
    level: 'stated',
    interpretation: 'G14',
    statement: 'A successful reply is JSON.',
    needs: ['response-body'],
    appliesTo: succeeded,
    *check({ json }) {
      if (json === undefined) yield { message: 'body is not JSON', at: { in: 'body', pointer: '' }, expected: 'JSON' }
    },
  }),
  requirement({
    id: 'content.reply-content-type',
    section: '4',
    endpoint: 'content.generate',
    dimension: 'field',
    level: 'implied',
    interpretation: 'G14',
    statement: 'A successful response has a JSON content type.',
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
    interpretation: 'C1',
    statement: 'The fields of a reply are written in camelCase.',
    needs: ['response-body'],
    appliesTo: (seen) => payloadsOf(seen).length > 0,
    *check(seen) {
      for (const { members, at } of payloadsOf(seen)) {
        for (const { pointer, field } of snakeCaseFields(members)) {
          yield { message: `${field} is in snake_case`, at: at(pointer), actual: field }
        }
      }
    },
  }),
] as const

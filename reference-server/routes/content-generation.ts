import { renameToCamel, type Violation } from '../../schemas/index.ts'
import { membersOf } from '../../schemas/json.ts'
import { about, errorReply } from '../errors.ts'
import type { IncomingRequest } from '../incoming-request.ts'
import { events, jsonReply, type Reply } from '../reply.ts'
import type { Route } from '../route.ts'
import { charge } from '../tokens.ts'
import { contentEvents } from './content-generation-events.ts'
import { candidatesWanted, generateCandidates } from './content-generation-reply.ts'
import { rejectingDepth } from './depth.ts'

/** The text model of this area. */
const knownModel = 'content-model-1'

/** Endpoints 5 and 6. Common clients also send the key in a header. */
const contentGeneration: readonly Route[] = [
  { ...shared('generateContent'), endpoint: () => 'content.generate' },
  { ...shared('streamGenerateContent'), endpoint: () => 'content.stream' },
]
export default contentGeneration

function shared(verb: string): Omit<Route, 'endpoint'> {
  return {
    area: 'content-generation',
    method: 'POST',
    path: `/v1beta/models/:model\\:${verb}`,
    // Newer clients of this format use this path by default.
    otherPath: `/v1/models/:model\\:${verb}`,
    body: 'json',
    credentials: ['query-key', 'x-goog-api-key', 'bearer'],
    schema: 'content-generation/request',
    models: [knownModel],
    model: ({ path }) => path?.['model'],
    reject,
    handle: rejectingDepth('content-generation', answerContent),
  }
}

/** The maximum number of characters of an unknown name that an error repeats. */
const longestName = 100

/** Rejects a request. An unknown model takes precedence over other violations. */
function reject(violations: readonly Violation[], request: IncomingRequest): Reply {
  if (request.value.path?.['model'] !== knownModel) return unknownModel(request)
  return errorReply('content-generation', 'invalid', about(violations, request.unreadable))
}

function unknownModel({ value }: IncomingRequest): Reply {
  const name = JSON.stringify(String(value.path?.['model'] ?? '').slice(0, longestName))
  return errorReply(
    'content-generation',
    'no-model',
    `There is no model ${name}; this server has ${knownModel} and the names given with --model.`,
  )
}

/**
 * Returns whether the model is unknown although the schema allows its name. If the schema rejects the name, the request
 * was rejected before, or a fault overlooks the violation.
 */
function isUnknown({ value, validation }: IncomingRequest): boolean {
  return value.path?.['model'] !== knownModel && !validation.violations.some(({ pointer }) => pointer === '/path/model')
}

/** The maximum number of candidates of one response. The specification states none, but the server needs one. */
const mostCandidates = 8

function answerContent(request: IncomingRequest): Reply {
  if (isUnknown(request)) return unknownModel(request)
  const body = membersOf(renameToCamel(request.value.body))
  const wanted = candidatesWanted(body)
  if (!(wanted >= 1 && wanted <= mostCandidates)) return tooManyCandidates()
  const generated = generateCandidates(request, body)
  charge(request.token, generated.usageMetadata.totalTokenCount)
  return request.endpoint === 'content.stream' ? events(contentEvents(generated)) : jsonReply(200, generated)
}

function tooManyCandidates(): Reply {
  const place = 'generationConfig.candidateCount'
  const description = `${place} must be from 1 to ${mostCandidates}.`
  return errorReply('content-generation', 'invalid', { message: description, places: [{ place, description }] })
}

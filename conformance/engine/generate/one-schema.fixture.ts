import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import type { Constraint, JsonSchema, SchemaNode, Violation } from '../../../schemas/index.ts'
import { isObject } from '../../../schemas/json.ts'
import { below } from '../../../schemas/json-pointer.ts'
import type { AreaArbitraries } from '../../core/model/arbitraries.ts'
import type { RecordedRequest } from '../../core/model/exchange.ts'
import type { Operation, RequestValue, Template } from '../../core/model/operation.ts'
import type { Requirement } from '../../core/model/requirement.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import { messagesArbitraries } from '../../specification/areas/messages/arbitraries.ts'
import { documentLanguage, type Language } from '../plan/schema/language.ts'
import { reachable } from '../plan/schema/understood.ts'
import { schemaViews, sitesOf } from '../plan/schema/view.ts'

/**
 * For tests: a language with a single schema. Supports `x-requirement`, `x-feature` and `x-unspecified`, but no rules.
 */
export function languageOf(schema: JsonSchema): Language {
  const resolve = ({ schema: { $ref } }: SchemaNode): SchemaNode => {
    const steps = String($ref).split('/').slice(1)
    const found = steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], schema)
    return { schema: found as JsonSchema, base: 'test:' }
  }
  const root = schemaViews({ resolve, constraintsAt })({ schema, base: 'test:' })
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, discriminator: true })
  const isValid = ajv.compile(schema)
  return {
    view: () => root,
    validate: (_name, value) => {
      const sites = [...sitesOf(root, value)]
      return {
        violations: isValid(value)
          ? []
          : (isValid.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(asViolation),
        open: sites.flatMap(({ pointer, value: at, views }) =>
          views.flatMap(({ unspecified }) =>
            unspecified.filter(({ when }) => when.fits(at)).map(() => ({ pointer, interpretation: 'G1' })),
          ),
        ),
        uses: sites.flatMap(({ pointer, views }) =>
          views.flatMap(({ features }) => features.map((requirement) => ({ pointer, requirement }))),
        ),
        spoken: new Set(),
      }
    },
  }
}

function constraintsAt({ schema }: SchemaNode): readonly Constraint[] {
  const { 'x-requirement': annotation, 'x-rule': rule, ...keywords } = schema
  const asking = [...Object.keys(keywords), ...(typeof rule === 'string' ? [rule] : [])]
  return asking.flatMap((keyword) => {
    const requirement = isObject(annotation) ? annotation[keyword] : annotation
    if (requirement === undefined) return []
    const names = keyword === 'required' ? (keywords['required'] as readonly string[]) : ['']
    return names.map((name) => ({ place: `test:/${name}`, keyword, requirement: String(requirement) }))
  })
}

function asViolation({ instancePath, keyword, params, parentSchema, message = keyword }: ErrorObject): Violation {
  const annotation: unknown = parentSchema?.['x-requirement']
  const requirement = isObject(annotation) ? annotation[keyword] : annotation
  const pointer = keyword === 'required' ? below(instancePath, String(params['missingProperty'])) : instancePath
  return { pointer, keyword, message, ...(requirement === undefined ? {} : { requirement: String(requirement) }) }
}

/** For tests: returns an operation whose requests are their values as JSON. */
export function jsonOperation(request = 'messages/request', id: Operation['id'] = 'messages.create'): Operation {
  return {
    id,
    area: 'messages',
    title: id,
    method: 'POST',
    credential: 'x-api-key',
    streams: false,
    schemas: { request },
    responseSignature: { reply: ['content'], error: ['error'] },
    matches: ({ path }: RecordedRequest) => path === `/${id}`,
    read: ({ body }) => JSON.parse(new TextDecoder().decode(body)) as RequestValue,
    write: (value) => ({
      method: 'POST',
      path: `/${id}`,
      headers: [],
      body: new TextEncoder().encode(JSON.stringify(value)),
    }),
    cost: () => ({ calls: 1, images: 0 }),
  }
}

/** Generators that use the schema alone. */
const noArbitraries: AreaArbitraries = { places: {}, arrange: (value) => value, provoking: [], pieces: [] }

/**
 * For tests: returns a catalogue with one operation. It has a rejection or acceptance requirement for each id in the
 * schema.
 */
export function catalogueFor(language: Language, operation: Operation, values: readonly RequestValue[]): Catalogue {
  const templates = values.map((value, index): Template => ({ id: `t${index}`, operation: operation.id, value }))
  const nodes = [...reachable(language.view(operation.schemas.request ?? ''))]
  const refusals = nodes
    .flatMap(({ schema }) => idsIn(schema['x-requirement']))
    .map((id) => sentence(operation, id, 'rejection'))
  const uses = nodes
    .flatMap(({ schema }) => idsIn(schema['x-feature']))
    .map((id) => sentence(operation, id, 'acceptance'))
  const byId = new Map([...refusals, ...uses].map((one) => [one.id, one]))
  const drawing = new Map([[operation.area, async () => noArbitraries]])
  return { operations: [operation], requirements: [...byId.values()], templates, probes: [], drawing }
}

function idsIn(annotation: unknown): readonly string[] {
  if (typeof annotation === 'string') return [annotation]
  return isObject(annotation) || Array.isArray(annotation) ? Object.values(annotation).map(String) : []
}

function sentence({ id: endpoint }: Operation, id: string, kind: 'rejection' | 'acceptance'): Requirement {
  const shared = { id, section: '2', endpoint, dimension: 'status', level: 'stated', statement: id, needs: [] } as const
  return kind === 'rejection' ? { kind, ...shared } : { kind, speaksOf: 'use', ...shared }
}

/** For tests: a catalogue with the messages schemas and two valid requests. */
export const messagesCatalogue: Catalogue = {
  ...catalogueFor(documentLanguage, jsonOperation(), [
    {
      header: { 'provider-version': '2023-06-01' },
      body: { model: 'messages-model-1', max_tokens: 64, messages: [{ role: 'user', content: 'Name a color.' }] },
    },
    {
      header: { 'provider-version': '2023-06-01' },
      body: {
        model: 'messages-model-1',
        max_tokens: 2048,
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Name a color.' }] }],
        tools: [{ name: 'get_weather', input_schema: { type: 'object' } }],
      },
    },
  ]),
  drawing: new Map([['messages', async () => messagesArbitraries]]),
}

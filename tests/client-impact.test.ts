import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ShownByRun } from '../conformance/core/model/client-effect.ts'
import type { ResultName } from '../conformance/core/model/report.ts'
import { operationsOf, resultKey } from '../conformance/core/model/requirement.ts'
import type { Endpoint } from '../conformance/core/model/vocabulary.ts'
import { catalogue } from '../conformance/specification/catalogue.ts'
import {
  type ClientOutcome,
  clientsOf,
  type FaultImpact,
} from '../conformance/specification/traceability/client-impact.ts'
import { isHandedOn } from '../conformance/specification/traceability/client-table.ts'
import { faults } from '../reference-server/index.ts'
import { validate } from '../schemas/index.ts'
import { experimentClients } from './clients/experiment/clients.ts'
import { impactText, readImpact } from './clients/experiment/data.ts'
import { operationsOfFault } from './clients/experiment/experiment.ts'
import { figuresOf } from './clients/experiment/figures.ts'
import { withImpact } from './clients/experiment/page.ts'

const impact = readImpact()

describe('docs/client-impact.json', () => {
  test('is valid by its schema', () => {
    expect(validate('results/client-impact', impact).violations).toEqual([])
    expect(validate('results/client-impact', { ...impact, faults: [{}] }).violations).not.toEqual([])
  })

  test('has the form in which the experiment writes it', () => {
    const text = readFileSync(new URL('../docs/client-impact.json', import.meta.url), 'utf8')
    expect(text === impactText(impact)).toBe(true)
  })

  test('has only faults that exist, each with the requirements that it breaks', () => {
    const requirements = new Set(catalogue.requirements.map(({ id }) => id))
    for (const { fault, requirements: broken } of impact.faults) {
      expect(faults.get(fault)?.breaks, fault).toEqual(broken)
      expect(broken.filter((id) => !requirements.has(id))).toEqual([])
    }
  })

  test('has every fault on an operation that a client uses', () => {
    const used = new Set(impact.faults.flatMap(({ results }) => results.map(({ operation }) => operation)))
    const missing = [...faults.values()].filter(
      (fault) =>
        operationsOfFault(fault).some((operation) => used.has(operation)) &&
        !impact.faults.some((one) => one.fault === fault.id),
    )
    expect(missing.map(({ id }) => id)).toEqual([])
  })

  test('has the clients of the experiment, in the versions that are installed', () => {
    const installed = experimentClients.map(({ name, packages }) => ({ name, packages }))
    expect(impact.clients.filter(({ name }) => installed.some((one) => one.name === name))).toEqual(installed)
  })

  test('has results only of clients that were tried, on operations of the fault', () => {
    for (const { fault, tried, results } of impact.faults) {
      const operations = operationsOfFault(faults.get(fault)!)
      expect(results.filter(({ client }) => !tried.includes(client))).toEqual([])
      expect(results.filter(({ operation }) => !operations.includes(operation))).toEqual([])
    }
  })
})

test('docs/clients.md has the tables of the data', () => {
  const page = readFileSync(new URL('../docs/clients.md', import.meta.url), 'utf8')
  expect(withImpact(page, impact), 'npm run client-impact -- --page writes them').toBe(page)
})

const applicable = new Set(
  catalogue.requirements.flatMap((one) => operationsOf(one).map((at) => resultKey(one.id, at))),
)

/** A run in which these results failed at the places of a fault, and everything else that applies there passed. */
function failing(names: readonly ResultName[], { signs = {} }: FaultImpact): ShownByRun {
  const failed = new Set(names.map(({ requirement, operation }) => resultKey(requirement, operation)))
  return {
    fails: (requirement, operation) => {
      const key = resultKey(requirement, operation)
      return applicable.has(key) ? failed.has(key) : undefined
    },
    signs: (requirement, operation) => signs[resultKey(requirement, operation)] ?? [],
    servesNothing: () => false,
    servesPlain: () => true,
  }
}

const requirements = new Map(catalogue.requirements.map((one) => [one.id, one]))

function violatedOn(operation: Endpoint, fault: FaultImpact): readonly ResultName[] {
  return fault.requirements
    .filter((id) => operationsOf(requirements.get(id)!).includes(operation))
    .map((requirement) => ({ requirement, operation }))
}

describe('effects on clients', () => {
  const tried = impact.faults.flatMap((fault) =>
    operationsOfFault(faults.get(fault.fault)!).map((operation) => ({ fault, operation })),
  )

  test('one violation of a fault never shows an effect that another one causes', () => {
    const wrong = tried.flatMap(({ fault, operation }) =>
      violatedOn(operation, fault).flatMap((name) => {
        const alike = impact.faults.filter((one) =>
          violatedOn(operation, one).every(({ requirement }) => requirement === name.requirement),
        )
        const results = alike.flatMap((one) => one.results)
        return clientsOf([name], failing([name], fault))
          .filter(
            ({ client, exercise, detail }) =>
              !results.some(
                (one) => one.client === client && one.exercise === exercise && (one.detail ?? one.outcome) === detail,
              ),
          )
          .map(({ client, effect }) => `${fault.fault}: ${name.requirement} ${effect} ${client}`)
      }),
    )
    expect(wrong).toEqual([])
  })

  test('all violations of a fault together show each harm that it did', () => {
    const missing = tried.flatMap(({ fault, operation }) => {
      const names = violatedOn(operation, fault)
      const shown = new Set(clientsOf(names, failing(names, fault)).map(({ client }) => client))
      const harmed = fault.results.filter(
        (one) => one.operation === operation && one.outcome !== 'same' && !isHandedOn(one, fault.signs ?? {}),
      )
      return names.length === 0
        ? []
        : harmed
            .filter(({ client }) => !shown.has(client))
            .map(({ client }) => `${fault.fault} on ${operation}: ${client}`)
    })
    expect(missing).toEqual([])
  })
})

test('each fault that was shown has one worst effect', () => {
  const { shown, breaking, silent, harmless } = figuresOf(impact)
  expect(breaking + silent + harmless).toBe(shown)
})

/** The expected effects of faults, derived from the source of each client. */
const readInTheSource: readonly (readonly [
  fault: string,
  client: string,
  exercise: string,
  outcome: ClientOutcome,
  why: string,
  detail?: RegExp,
])[] = [
  [
    'messages-stream-no-stop',
    'anthropic-sdk',
    'stream',
    'exception',
    'finalMessage needs a message that message_stop completed',
    /stream ended without producing a Message/,
  ],
  [
    'messages-stream-two-starts',
    'anthropic-sdk',
    'stream',
    'exception',
    'a message_start after another one is an error',
    /Unexpected event order/,
  ],
  [
    'messages-stream-no-block-stop',
    'anthropic-sdk',
    'stream',
    'same',
    'content_block_stop only tells listeners about the block',
  ],
  [
    'messages-stream-no-message-delta',
    'anthropic-sdk',
    'stream',
    'silently missing',
    'the stop reason is only set by message_delta',
    /^\/stop_reason/,
  ],
  [
    'messages-plain-text-type',
    'anthropic-sdk',
    'text',
    'silently missing',
    'a body that is not application/json is returned as a string',
    /^\/content/,
  ],
  ['messages-no-usage', 'ai-sdk-anthropic', 'text', 'exception', 'its schema requires usage'],
  ['content-count-as-text', 'ai-sdk-google', 'text', 'exception', 'its schema requires numbers'],
  ['content-stream-done-between', 'google-genai', 'stream', 'exception', 'every event is parsed as JSON', /JSON/],
  ['content-plain-text-type', 'google-genai', 'text', 'same', 'it parses the body whatever its type is'],
  ['images-created-string', 'ai-sdk-openai', 'picture', 'exception', 'its schema requires a number'],
]

test.each(readInTheSource)('%s: %s, %s: %s, since %s', (fault, client, exercise, outcome, _why, detail) => {
  const { results = [] } = impact.faults.find((one) => one.fault === fault) ?? {}
  const result = results.find((one) => one.client === client && one.exercise === exercise)
  expect(result?.outcome).toBe(outcome)
  if (detail !== undefined) expect(result?.detail).toMatch(detail)
})

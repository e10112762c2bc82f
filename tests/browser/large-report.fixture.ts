import type { ExchangeEvidence, Report, RequirementResult } from '../../conformance/core/model/report.ts'
import { endpoints } from '../../conformance/core/model/vocabulary.ts'
import { streamed } from '../../reports/example-exchanges.fixture.ts'
import { result } from '../../reports/example-result.fixture.ts'
import { examples, operationsIn } from '../../reports/examples.fixture.ts'
import { allResults } from '../../reports/result.ts'
import { countsOf } from '../../reports/select.ts'

/**
 * Returns a report of 10 000 exchanges with 500 findings, each with its own exchange. The evidence is as large as it
 * can be.
 */
export function largeReport(): Report {
  const requirements = Array.from({ length: 800 }, (_, index) => requirement(index))
  const report = examples.conforming()
  return {
    ...report,
    operations: operationsIn({ ...report, requirements }),
    summary: { ...report.summary, verdict: 'nonconforming', requests: 10_000, counts: countsOf(requirements) },
    requirements,
    exchanges: [
      ...allResults({ requirements }).flatMap(({ findings }) => findings.map(({ exchange }) => stream(exchange))),
      ...Array.from({ length: examplesOfPasses }, (_, index) => reply(exampleOf(index))),
    ],
  }
}

/** The number of examples that a run keeps: about a million characters. */
const examplesOfPasses = 300

const exampleOf = (number: number) => `passed/${number % examplesOfPasses}`

const failing = 50
const findingsEach = 10

function requirement(number: number): RequirementResult {
  const id = `messages.rule-${number}`
  const isBroken = number < failing
  const findings = Array.from({ length: isBroken ? findingsEach : 0 }, (_, index) => ({
    message: `event ${index} is not what it says`,
    at: { in: 'event' as const, index, pointer: '/type' },
    path: `event ${index} /type`,
    expected: 'message_stop',
    actual: 'message_start',
    exchange: `${id}/${index}`,
    curl: `curl -sS 'https://gateway.example/api' --data-raw '${'x'.repeat(2000)}'`,
    replay: `npx mgi run https://gateway.example/api --replay ${id}/${index}`,
  }))
  return result({
    id,
    section: `2.${number % 9}`,
    endpoint: endpoints[number % endpoints.length]!,
    dimension: 'stream',
    statement: `Rule ${number} holds for \`type\`.`,
    verdict: isBroken ? 'fail' : 'pass',
    findings,
    ...(isBroken ? {} : { example: exampleOf(number) }),
  })
}

function stream(id: string): ExchangeEvidence {
  const text = 'data: {"type":"content_block_delta"}\n\n'.repeat(210)
  const events = Array.from({ length: 200 }, (_, index) => ({
    index,
    at: index,
    chunk: index,
    data: `{"type":"content_block_delta","text":"${'word '.repeat(30)}"}`,
  }))
  return {
    ...streamed,
    id,
    response: { ...streamed.response!, body: { text, bytes: text.length, truncated: false }, events },
  }
}

/** Returns an exchange of ordinary size, for a requirement that passed. */
function reply(id: string): ExchangeEvidence {
  const text = JSON.stringify({ id, content: [{ type: 'text', text: 'word '.repeat(500) }], stop_reason: 'end_turn' })
  const { events: _events, eventsTotal: _total, ...response } = streamed.response!
  return { ...streamed, id, response: { ...response, body: { text, bytes: text.length, truncated: false } } }
}

/** Returns a report of a gateway that validates nothing: `count` requirements failed, each with its own findings. */
export function manyFailures(count: number): Report {
  const report = examples.nonconforming()
  const requirements = [
    ...Array.from({ length: count }, (_, number) => lenient(number)),
    ...Array.from({ length: 600 }, (_, number) => requirement(failing + number)),
  ]
  const ids = allResults({ requirements }).flatMap(({ findings }) => findings.map(({ exchange }) => exchange))
  return {
    ...report,
    operations: operationsIn({ ...report, requirements }),
    summary: { ...report.summary, counts: countsOf(requirements) },
    causes: [],
    requirements,
    exchanges: [...ids, ...Array.from({ length: examplesOfPasses }, (_, index) => exampleOf(index))].map(reply),
  }
}

function lenient(number: number): RequirementResult {
  const id = `messages.member-${number}-rejected`
  const findings = Array.from({ length: 2 }, (_, index) => ({
    message: `accepted (200) a request in which \`member_${number}\` is ${index === 0 ? 'a string' : 'null'}; expected 4xx`,
    at: { in: 'request' as const, pointer: `/member_${number}` },
    path: `/member_${number}`,
    expected: 'a status of 4xx',
    actual: 200,
    exchange: `${id}/${index}`,
    curl: `curl -sS 'https://gateway.example/v1/messages' --data-raw '${'x'.repeat(400)}'`,
    replay: `npx mgi run https://gateway.example --replay ${id}/${index}`,
  }))
  return result({
    id,
    section: '4',
    endpoint: 'messages.create',
    dimension: 'status',
    verdict: 'fail',
    findings,
    statement: `A request in which \`member_${number}\` of the body is no integer from 1 to 100 is rejected.`,
  })
}

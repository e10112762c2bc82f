import type { ExchangeEvidence, Report, RequirementResult } from '../../conformance/model/report.ts'
import { endpoints } from '../../conformance/model/vocabulary.ts'
import { streamed } from '../../reports/example-exchanges.fixture.ts'
import { result } from '../../reports/example-result.fixture.ts'
import { examples, operationsIn } from '../../reports/examples.fixture.ts'
import { allResults } from '../../reports/result.ts'
import { countsOf } from '../../reports/select.ts'

/** A report of 10 000 exchanges with 500 findings, each with an exchange of its own, as heavy as evidence can be. */
export function largeReport(): Report {
  const requirements = Array.from({ length: 800 }, (_, index) => requirement(index))
  const report = examples.conforming()
  return {
    ...report,
    operations: operationsIn({ ...report, requirements }),
    summary: { ...report.summary, verdict: 'nonconforming', requests: 10_000, counts: countsOf(requirements) },
    requirements,
    exchanges: allResults({ requirements }).flatMap(({ findings }) => findings.map(({ exchange }) => stream(exchange))),
  }
}

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
    ...{ id, section: `2.${number % 9}`, endpoint: endpoints[number % endpoints.length]!, dimension: 'stream' },
    statement: `Rule ${number} holds for \`type\`.`,
    ...{ verdict: isBroken ? 'fail' : 'pass', findings },
  })
}

function stream(id: string): ExchangeEvidence {
  const text = 'data: {"type":"content_block_delta"}\n\n'.repeat(210)
  const events = Array.from({ length: 200 }, (_, index) => ({
    ...{ index, at: index, chunk: index },
    data: `{"type":"content_block_delta","text":"${'word '.repeat(30)}"}`,
  }))
  return {
    ...streamed,
    id,
    response: { ...streamed.response!, body: { text, bytes: text.length, truncated: false }, events },
  }
}

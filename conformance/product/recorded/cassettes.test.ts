import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { allResults, nameOf } from '../../../reports/result.ts'
import type { Exchange } from '../../core/model/exchange.ts'
import type { Report } from '../../core/model/report.ts'
import { judge, readHar } from './judge.ts'

const folder = mkdtempSync(join(tmpdir(), 'cassettes-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fixture = (name: string) => fileURLToPath(new URL(`../../../fixtures/cassettes/${name}`, import.meta.url))

async function judged(file: string) {
  const exchanges: Exchange[] = []
  const report = await judge(readHar(file, { key: 'test-key' }), { onExchange: (one) => exchanges.push(one) })
  return { report, exchanges }
}

const named = (report: Report, ...verdicts: readonly string[]) =>
  allResults(report)
    .filter(({ verdict }) => verdicts.includes(verdict))
    .map(nameOf)

/** The recorders that lose only chunks, and those that also lose the body of a form. */
const whole = ['vcrpy.yaml', 'go-vcr.yaml', 'nock-fetch.json', 'nock-http.json']
const withoutForm = ['betamax.json', 'polly.har']

describe.each([...whole, ...withoutForm])('the cassette %s', (name) => {
  test('has no failures, and every exchange is read', async () => {
    const { report, exchanges } = await judged(fixture(name))
    expect(report.summary.verdict).toBe('no-new-failure')
    expect(named(report, 'fail', 'warn')).toEqual([])
    expect(exchanges.map(({ response }) => response?.status)).toEqual([200, 200, 400, 401, 200, 200, 200, 200])
    const open = exchanges.filter(({ captured }) => !captured.includes('request-body'))
    expect(open.map(({ request }) => request.path)).toEqual(withoutForm.includes(name) ? ['/v1/images/edits'] : [])
    expect(exchanges.every(({ captured }) => captured.includes('response-body'))).toBe(true)
  })

  test('gives the same verdicts as the other recordings, except for a form that is not in it', async () => {
    const [expected, found] = [await judged(fixture('vcrpy.yaml')), await judged(fixture(name))]
    const isKept = (result: string) => !withoutForm.includes(name) || !result.endsWith(' on images.edit')
    expect(named(found.report, 'pass').filter(isKept)).toEqual(named(expected.report, 'pass').filter(isKept))
  })

  test('with a violation fails its requirement', async () => {
    const file = join(folder, name)
    writeFileSync(file, readFileSync(fixture(name), 'utf8').replaceAll('end_turn', 'end_torn'))
    const { report } = await judged(file)
    expect(named(report, 'fail')).toContain('messages.stream-stop-reason-listed on messages.stream')
  })
})

test('vcrpy.json contains the exchanges that its serializer can write', async () => {
  const { report, exchanges } = await judged(fixture('vcrpy.json'))
  expect(named(report, 'fail', 'warn')).toEqual([])
  expect(exchanges.map(({ response }) => response?.status)).toEqual([200, 400, 401, 200, 200, 200])
})

describe('traffic in formats of other programs', () => {
  test.each([
    ['exvcr.json', 'ExVCR: 2 of 3 entries judged, not 1 without an answer'],
    ['charles.chlsj', 'Charles: 2 of 3 entries judged, not 1 without an answer'],
    ['test-proxy.json', 'test-proxy: 3 of 3 entries judged'],
    ['python-genai.json', 'python-genai: 2 of 2 entries judged'],
  ])('%s is read: %s', async (name, told) => {
    const { report, exchanges } = await judged(fixture(name))
    expect(report.limits.join()).toContain(told)
    expect(named(report, 'fail', 'warn')).toEqual([])
    expect(exchanges.every(({ captured }) => captured.includes('request-body'))).toBe(true)
    expect(exchanges.every(({ captured }) => captured.includes('response-body'))).toBe(true)
  })

  test('a HAR in YAML is read as one in JSON', async () => {
    const file = join(folder, 'recording.har.yaml')
    writeFileSync(file, stringify(JSON.parse(readFileSync(fixture('polly.har'), 'utf8'))))
    const [{ report }, json] = await Promise.all([judged(file), judged(fixture('polly.har'))])
    expect(named(report, 'pass')).toEqual(named(json.report, 'pass'))
    expect(report.limits.join()).toBe(json.report.limits.join().replace('polly.har', 'recording.har.yaml'))
  })

  test.each([
    ['postman.json', 'it is a Postman collection: `item` has requests to send'],
    ['insomnia.json', 'it is an export of Insomnia: `resources` has requests to send'],
    ['wiremock.json', 'it has stubs of WireMock: `request` is a pattern'],
  ])('%s contains none, and the way out is named: %s', async (name, told) => {
    await expect(judged(fixture(name))).rejects.toThrow(told)
    await expect(judged(fixture(name))).rejects.toThrow('Send the requests through mgi proxy, or export')
  })

  test.each([
    ['{"interactions": [{"asked": {}, "told": {}}]}', 'the members of its first item are asked, told'],
    ['[{"request": {}, "answer": {}}]', 'the members of its first item are request, answer'],
  ])('that are not known are named by their members: %s', async (text, told) => {
    const file = join(folder, `unknown-${text.length}.json`)
    writeFileSync(file, text)
    await expect(judged(file)).rejects.toThrow(told)
  })

  test('with a status that is not understood are told by the member', async () => {
    const file = join(folder, 'status.json')
    const text = readFileSync(fixture('exvcr.json'), 'utf8')
    writeFileSync(file, text.replace('"status_code": 400', '"status_code": "HTTP 400"'))
    const { report } = await judged(file)
    expect(report.limits.join()).toContain(
      '1 of 3 entries judged, not 1 without an answer, 1 whose response.status could not be read',
    )
  })
})

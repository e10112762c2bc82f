import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { anyTotals, withoutTotals } from '../../../../tests/golden-file.ts'
import { broken, brokenGateway, kept } from './broken-gateway.fixture.ts'

const { folder, mgi, run, report, list, whole } = brokenGateway()

test('a known failure does not fail the run and is reported as excused', async () => {
  const file = list('good.json', [{ requirement: broken, reason: 'fixed in 2.4', owner: 'us', expires: '2999-12-31' }])
  const { status, out } = await run('--known-failures', file)
  expect(status).toBe(0)
  expect(out).not.toContain('✗ FAIL')
  const verdict = `other mandatory requirements that were tested passed (${anyTotals}); 1 requirement is known to fail (`
  expect(withoutTotals(out.replace(/\s+/g, ' '))).toContain(verdict)
  const entry = `Known failures - ${broken} still fails, excused (usage.token): fixed in 2.4 (owner us, until 2999-12-31)`
  expect(out.replace(/\s+/g, ' ')).toContain(entry)
  const { summary, knownFailures, requirements } = report()
  expect(summary).toMatchObject({ verdict: 'conforming', excused: 1, counts: { fail: 1 } })
  expect(knownFailures).toEqual([
    {
      pattern: broken,
      reason: 'fixed in 2.4',
      owner: 'us',
      expires: '2999-12-31',
      state: 'excuses',
      results: [{ requirement: broken, operation: 'usage.token' }],
    },
  ])
  expect(requirements.find(({ id }) => id === broken)).toMatchObject({
    verdict: 'fail',
    operations: [{ operation: 'usage.token', verdict: 'fail', known: broken }],
  })
})

test('evidence is judged the same with the same list, and fails without it', async () => {
  const again = await mgi('check', 'mgi-report/exchanges.ndjson', '--known-failures', 'good.json', '--out', 'again')
  expect(again.status).toBe(0)
  expect(report('again').summary).toEqual(report().summary)
  expect(report('again').knownFailures).toEqual(report().knownFailures)
  expect((await mgi('check', 'mgi-report/exchanges.ndjson', '--quiet')).status).toBe(1)
})

test('an entry expires by the date of the run', async () => {
  const evidence = readFileSync(join(folder, 'mgi-report/exchanges.ndjson'), 'utf8')
  writeFileSync(
    join(folder, 'old.ndjson'),
    evidence.replace(/"startedAt":"[^"]*"/, '"startedAt":"2020-06-01T23:30:00.000Z"'),
  )
  const check = async (expires: string) => {
    const file = list('until.json', [{ requirement: broken, reason: 'r', expires }])
    return (await mgi('check', 'old.ndjson', '--known-failures', file)).status
  }
  expect(await check('2020-06-01')).toBe(0)
  expect(await check('2020-05-31')).toBe(1)
})

test.each([
  ['passes now', { requirement: kept, reason: 'r' }, `${kept} passes now, so remove it from the list`],
  [
    'matches nothing',
    { requirement: 'usage.no-such-*', reason: 'r' },
    'usage.no-such-* matches no requirement, so correct it or remove it from the list',
  ],
  [
    'names an operation that its requirement does not have',
    { requirement: kept, operations: ['images.edit'], reason: 'r' },
    `${kept} is not judged on images.edit, so correct it or remove it from the list`,
  ],
  [
    'has expired without a failure',
    { requirement: kept, reason: 'r', expires: '2020-01-01' },
    `${kept} has expired, and nothing that it lists failed, so remove it from the list`,
  ],
])('a list with an entry that %s fails the run with a remedy', async (_, entry, remedy) => {
  const file = list('stale.json', [{ requirement: broken, reason: 'r' }, entry])
  const { status, out } = await mgi('check', whole(), '--known-failures', file)
  expect(status).toBe(1)
  expect(out.replaceAll(/\s+/g, ' ')).toContain(`NONCONFORMING the list of known failures is out of date: ${remedy}`)
})

test('an entry that passes in a partial run is not stale, and reports say so', async () => {
  const file = list('early.json', [
    { requirement: broken, reason: 'r' },
    { requirement: kept, reason: 'r' },
  ])
  const args = ['--known-failures', file, '--out', 'early', '--reporter', 'json,markdown,html']
  const { status, out } = await mgi('check', 'mgi-report/exchanges.ndjson', ...args)
  expect(status).toBe(0)
  const words = 'passed in a partial run'
  expect(out.replaceAll(/\s+/g, ' ')).toContain(`${kept} ${words} (usage.token): r`)
  expect(out).not.toContain('was not tested')
  expect(report('early').knownFailures?.[1]).toMatchObject({
    state: 'untested',
    results: [{ requirement: kept, operation: 'usage.token' }],
  })
  expect(readFileSync(join(folder, 'early/report.html'), 'utf8')).toContain(`the result ${words}`)
})

test('an entry for a requirement that was not judged is not stale', async () => {
  const file = list('other.json', [
    { requirement: broken, reason: 'r' },
    { requirement: 'messages.reply-id', reason: 'r' },
  ])
  expect((await mgi('check', 'mgi-report/exchanges.ndjson', '--known-failures', file, '--quiet')).status).toBe(0)
})

test('known failures excuse a merged run, which fails without the list', async () => {
  for (const index of [1, 2])
    await run('--area', 'images', '--profile', 'smoke', '--shard', `${index}/2`, '--out', `share-${index}`, '--quiet')
  const merge = (...more: readonly string[]) =>
    mgi('merge', 'share-1', 'share-2', '--out', 'whole', '--quiet', '--reporter', 'json', ...more)
  expect((await merge()).status).toBe(1)
  const file = list('good.json', [{ requirement: broken, reason: 'fixed in 2.4' }])
  expect((await merge('--known-failures', file)).status).toBe(0)
  expect(report('whole').knownFailures?.[0]).toMatchObject({
    state: 'excuses',
    results: [{ requirement: broken, operation: 'usage.token' }],
  })
  const wrong = list('wrong.json', [
    { requirement: broken, reason: 'r' },
    { requirement: 'usage.no-such-*', reason: 'r' },
  ])
  expect((await merge('--known-failures', wrong)).status).toBe(1)
})

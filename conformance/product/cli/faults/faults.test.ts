import { expect, test } from 'vitest'
import { behaviours } from '../../../../reference-server/faults/behaviours.ts'
import { faults, triggerFaults } from '../../../../reference-server/index.ts'
import { areas } from '../../../core/model/vocabulary.ts'
import { groupBy } from '../../../engine/judge/transcript/group-by.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

async function listing(...args: readonly string[]): Promise<string> {
  const io = capturedIo()
  expect(await runCli(['faults', ...args], io)).toBe(0)
  expect(io.err()).toBe('')
  return io.out()
}

test('every fault has one line, under its area', async () => {
  const lines = (await listing()).trimEnd().split('\n')
  expect(lines.filter((line) => line !== '' && !line.startsWith('  ')).map((line) => line.split(' ')[0])).toEqual(areas)
  const ids = lines.filter((line) => line.startsWith('  ')).map((line) => line.trim().split(' ')[0])
  expect(ids.sort()).toEqual([...faults.keys()].sort())
})

test('with a glob, every fault is listed with the requirements it violates', async () => {
  const lines = (await listing('*')).trimEnd().split('\n')
  const isSentence = (line: string) => line.startsWith('  ')
  expect(lines.filter((line) => !isSentence(line)).map((line) => line.split(' ')[0])).toEqual([...faults.keys()])
  expect(lines.filter((line, index) => !isSentence(line) && !isSentence(lines[index + 1] ?? ''))).toEqual([])
})

test('faults that violate the same requirements are told apart by a sentence on their behaviour', () => {
  const groups = groupBy([...faults.values()], ({ breaks }) => breaks.join())
  for (const [breaks, alike] of groups) {
    const told = alike.flatMap(({ behaviour }) => behaviour ?? [])
    if (alike.length > 1) expect(new Set(told).size, `${breaks}: ${told.join(' ')}`).toBe(alike.length)
  }
  expect([...behaviours.keys()].filter((id) => !faults.has(id))).toEqual([])
})

test('a glob matches fault ids or violated requirements', async () => {
  expect(await listing('usage-expires-*')).toBe(
    [
      'usage-expires-string        usage.reply-expires-at',
      '  behaviour: Returns `expires_at` as an ISO date.',
      '  violates: `data.expires_at` is an integer.',
      'usage-expires-null          usage.reply-expires-at',
      '  behaviour: Returns null as `expires_at`.',
      '  violates: `data.expires_at` is an integer.',
      'usage-expires-minus-one     usage.expires-at-in-seconds',
      '  behaviour: Returns -1 as `expires_at`.',
      '  violates: `expires_at` is 0 or a Unix time in seconds.',
      'usage-expires-milliseconds  usage.expires-at-in-seconds',
      '  behaviour: Returns `expires_at` in milliseconds.',
      '  violates: `expires_at` is 0 or a Unix time in seconds.',
      '',
    ].join('\n'),
  )
  expect(await listing('usage.reply-parses')).toBe(
    [
      'usage-not-json  usage.reply-parses',
      '  behaviour: Returns JSON that is cut off.',
      '  violates: The body of a success is JSON.',
      'usage-html      usage.reply-parses',
      '  behaviour: Returns an HTML page with status 200.',
      '  violates: The body of a success is JSON.',
      '',
    ].join('\n'),
  )
})

test('JSON output has the id, requirements and statements of each fault', async () => {
  expect(JSON.parse(await listing('usage-html', '--json'))).toEqual([
    {
      id: 'usage-html',
      breaks: ['usage.reply-parses'],
      behaviour: 'Returns an HTML page with status 200.',
      violates: ['The body of a success is JSON.'],
    },
  ])
})

test('faults under triggers are listed with trigger and effect', async () => {
  const lines = (await listing('--triggers', '3', '--seed', '7')).trimEnd().split('\n')
  const drawn = triggerFaults(7, 3).map(({ id, trigger }) => `${id}  ${trigger?.words}; effect ${trigger?.effect}`)
  expect(lines.filter((line) => !line.startsWith('  '))).toEqual(drawn)
})

test('--seed without --triggers is a usage error', async () => {
  const io = capturedIo()
  expect(await runCli(['faults', '--seed', '7'], io)).toBe(2)
  expect(io.err()).toBe('mgi: --seed draws faults with triggers; add --triggers N\n')
})

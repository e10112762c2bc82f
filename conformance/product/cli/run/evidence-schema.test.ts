import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { validate } from '../../../../schemas/index.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'evidence-schema-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Line = Record<string, unknown> & { readonly why?: { readonly kind: string } }

const problemsOf = (line: unknown) => validate('results/evidence', line).violations

async function recorded(...more: readonly string[]): Promise<readonly Line[]> {
  const io = capturedIo({ cwd: folder })
  writeFileSync(join(folder, 'mgi.config.yaml'), 'unsupported: [speech]\n')
  await runCli(['run', '--profile', 'smoke', '--out', 'out', '--quiet', '--reporter', 'json', ...more], io)
  const text = readFileSync(join(folder, 'out/exchanges.ndjson'), 'utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
}

test('each line of a recorded run is valid, and each exchange has a case, attempt and reason', async () => {
  const lines = await recorded()
  expect(lines.flatMap((line) => problemsOf(line))).toEqual([])
  const exchanges = lines.filter(({ kind }) => kind === 'exchange')
  expect(exchanges.length).toBeGreaterThan(30)
  for (const { caseId, attempt, why } of exchanges)
    expect([typeof caseId, typeof attempt, typeof why]).toEqual(['string', 'number', 'object'])
  const kinds = new Set(exchanges.map(({ why }) => why?.kind))
  for (const kind of ['plain', 'drawn', 'violation', 'probe', 'declaration']) expect(kinds).toContain(kind)
})

test('an unknown or missing member makes a line invalid', async () => {
  const [header, exchange, ...others] = await recorded('--area', 'token-usage')
  const footer = others.at(-1)!
  for (const line of [header!, exchange!, footer]) {
    expect(problemsOf({ ...line, surplus: 1 })).not.toEqual([])
    const { limits: _limits, id: _id, ...rest } = line
    expect(problemsOf(rest)).not.toEqual([])
  }
  expect(problemsOf({ ...exchange, why: { kind: 'plain', of: 'x' } })).not.toEqual([])
})

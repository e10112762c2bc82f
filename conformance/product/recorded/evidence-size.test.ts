import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { capturedIo } from '../cli/captured-io.fixture.ts'
import { runCli } from '../cli/run-cli.ts'
import { mostLinesJudged, rejectTooMuchEvidence } from './evidence-size.ts'

const folder = mkdtempSync(join(tmpdir(), 'evidence-size-'))
afterAll(() => rmSync(folder, { recursive: true }))

const { signal } = new AbortController()

function written(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

async function mgi(...args: readonly string[]) {
  const io = capturedIo({ cwd: folder })
  return { status: await runCli(args, io), out: io.out(), err: io.err() }
}

const begin = '{"kind":"header"}'

test('evidence may have as many lines as the limit, and no more', async () => {
  const [two, three] = [written('two', `${begin}\nb\n`), written('three', `${begin}\n\nb\nthe beginning of a line`)]
  await rejectTooMuchEvidence([two, three], signal, 5)
  await expect(rejectTooMuchEvidence([two, three], signal, 4)).rejects.toThrow(
    `the 2 files of evidence (${two} …) have together 5 lines, and at most 4 are judged together; record less`,
  )
  await expect(rejectTooMuchEvidence([three], signal, 2)).rejects.toThrow(`${three} has 3 lines, and at most 2`)
  await rejectTooMuchEvidence([written('table', '1,2\n'.repeat(9))], signal, 2)
})

/** Evidence with one line too many. Judging it would report each line that cannot be read. */
function tooMuch(name: string): string {
  mkdirSync(join(folder, name))
  const header = {
    kind: 'header',
    formatVersion: 3,
    tool: { name: 'model-gateway-conformance', version: '0.1.0' },
    target: { url: `http://127.0.0.1:1/`, embedded: false },
    seed: 1,
    profile: 'smoke',
    strict: false,
    startedAt: `2026-01-01T00:00:0${name.length}.000Z`,
    aims: null,
    limits: [],
    selection: { areas: [], requirements: [], unsupported: [] },
  }
  written(join(name, 'exchanges.ndjson'), `${JSON.stringify(header)}\n${'unread\n'.repeat(mostLinesJudged)}`)
  return name
}

test('check and merge reject more evidence than is judged in one line, before they write anything', async () => {
  const [one, other] = [tooMuch('a'), tooMuch('bb')]
  const checked = await mgi('check', one, '--out', 'checked', '--reporter', 'json')
  expect(checked).toEqual({ status: 2, out: '', err: expect.stringMatching(/^mgi: \S+ has 20001 lines, .*\n$/) })
  const merged = await mgi('merge', one, other, '--out', 'merged')
  expect(merged).toEqual({ status: 2, out: '', err: expect.stringMatching(/^mgi: the 2 files .* 40002 lines, .*\n$/) })
  for (const out of ['checked', 'merged']) expect(existsSync(join(folder, out, 'results.json'))).toBe(false)
  expect(existsSync(join(folder, 'merged/exchanges.ndjson'))).toBe(false)
})

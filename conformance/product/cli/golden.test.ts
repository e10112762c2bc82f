import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { expectGolden } from '../../../tests/golden-file.ts'
import { capturedIo } from './captured-io.fixture.ts'
import { runCli } from './run-cli.ts'

const golden = new URL('./golden/', import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'golden-'))
writeFileSync(join(folder, 'a-file'), '')
afterAll(() => rmSync(folder, { recursive: true }))

async function transcript(line: string, env: Record<string, string> = {}): Promise<{ text: string; status: number }> {
  const io = capturedIo({ cwd: folder, env })
  const status = await runCli(
    line.split(' ').filter((word) => word !== ''),
    io,
  )
  const written = `${io.out()}${io.err()}`.replaceAll(folder, '/cwd')
  return { status, text: `$ mgi ${line}\n${written}[${status}]\n\n` }
}

const mistakes = [
  '',
  'rum',
  'run 127.0.0.1:8080 --key k',
  'run http://127.0.0.1:1',
  'run http://127.0.0.1:1/?key=abc --key k',
  'run http://me:secret@127.0.0.1:1',
  'run http://127.0.0.1:1 http://127.0.0.1:2',
  'run --key',
  'run --key k',
  'run --key --quiet',
  'run --area mesages',
  'run --requirement messages.reply-di',
  'run --requirement messages.* --area images',
  'run --profile quick',
  'run --seed x',
  'run --seed 1 --seed 2',
  'run --concurrency 0',
  'run --rate 0',
  'run --max-requests 1.5',
  'run --max-billed -1',
  'run --max-time 0',
  'run --timeout -1',
  'run --reporter pdf',
  'run --strict=yes',
  'run --config nowhere.yaml',
  'run --config .',
  'run --known-failures nowhere.yaml',
  'run --write-known-failures a-file',
  'run --write-known-failures no-folder/list.yaml',
  'run --strict --no-strict',
  'init a-file',
  'init list.json',
  'init no-folder/mgi.config.yaml',
  'check . --known-failures a-folder',
  'run --shard 3/2',
  'run http://127.0.0.1:1 --explore soon',
  'run http://127.0.0.1:1 --reporter htlm=x',
  'run --plan --reporter html',
  'run --plan --replay case-1',
  'run --replay case-1',
  'run --replay case-1 --area images --reporter html',
  'run --out a-file',
  'serve here',
  'serve --port 70000',
  'serve --fault no-such-fault',
  'serve --fault usage-210',
  'serve --fault usage-201@often',
  'serve --fault usage-201@6/5',
  'serve --fault usage-201 --fault-seed 2',
  'faults usage-210',
  'faults nothing-like-this-at-all',
  'selftest here',
  'selftest --fault usage-210',
  'selftest --variant no-such-variant',
  'selftest --fault usage-201 --area images',
  'selftest --together 5 --variant busy',
  'selftest --together 5 --on each',
  'selftest --on nowhere',
  'selftest --on each --fault usage-201',
  'selftest --together 1',
  'selftest --rounds 5',
  'selftest --together 5 --fault usage-201',
  'selftest --known-failures --variant busy',
  'selftest --seeds 0',
  'selftest --seed x',
  'selftest --jobs 0',
  'selftest --shard 0/3',
  'selftest --shard 4/3',
  'selftest --shard one',
  'selftest --fault usage-201 --shard 2/2',
  'selftest --profile quick',
  'selftest --out a-file',
  'check',
  'check nothing.ndjson',
  'check a-file',
  'check . --quiet',
  'check a-file a-file',
  'run --reporter junit=a-file/junit.xml',
  'run --reporter json=-,markdown=-',
  'run --reporter har=mgi-report/exchanges.ndjson',
  'report',
  'report nothing.json',
  'report a-file',
  'report .',
  'report a-file --reporter html',
  'report a-file --reporter htlm=x',
  'diff one.json',
  'diff one.json two.json',
  'diff a-file a-file --reporter markdwon',
  'compare a-file',
  'merge',
  'merge a-file',
  'merge a-file a-file',
  'merge nothing nowhere --out x',
  'bundle',
  'bundle a-file',
  'verify',
  'verify a-file',
  'verify .',
  'requirements messages.reply-di',
  'requirements nothing-like-this-at-all',
]

test('every mistake gets a one-line error with a remedy, and no file is written', async () => {
  const transcripts: string[] = []
  for (const line of mistakes) {
    const { text, status } = await transcript(line)
    expect(`${line}: ${status}`).toBe(`${line}: 2`)
    transcripts.push(text)
  }
  expect(readdirSync(folder)).toEqual(['a-file'])
  expectGolden(new URL('mistakes.txt', golden), transcripts.join(''))
})

test('a key with invalid header characters is rejected without being repeated', async () => {
  const { text } = await transcript('run http://127.0.0.1:1', { MGI_API_KEY: 'secret\n' })
  expect(text).toContain('the key in MGI_API_KEY contains a space')
  expect(text).not.toContain('secret')
})

test.each([
  ...[
    'run',
    'watch',
    'serve',
    'check',
    'report',
    'diff',
    'compare',
    'merge',
    'bundle',
    'verify',
    'requirements',
    'init',
  ],
  ...['faults', 'selftest', 'proxy', 'openapi', 'examples'],
])('mgi %s --help matches its golden file', async (name) => {
  const { text, status } = await transcript(`${name} --help`)
  expect(status).toBe(0)
  expectGolden(new URL(`help-${name}.txt`, golden), text)
})

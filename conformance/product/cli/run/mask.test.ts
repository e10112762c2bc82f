import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { serve } from '../../../../tests/serve.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'mask-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Text in the response of the gateway, which findings quote. */
const foreign = 'bored_of_talking'
let count = 0
const reply = () => ({
  id: `msg_${count++}`,
  type: 'message',
  role: 'assistant',
  model: 'messages-model-1',
  stop_reason: foreign,
  content: [{ type: 'text', text: 'nuts' }],
  stop_sequence: null,
  usage: { input_tokens: 2, output_tokens: 1 },
})
const ask = {
  max_tokens: 9,
  model: 'messages-model-1',
  messages: [{ role: 'user', content: 'What ails aunt Ottilie?' }],
}

const everything = (out: string) =>
  readdirSync(join(folder, out)).map((name) => readFileSync(join(folder, out, name), 'utf8'))

test('text masked by option or config appears in no output, and the verdict is unchanged', async () => {
  const server = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply()))
  })
  writeFileSync(join(folder, 'requests.json'), JSON.stringify([{ operation: 'messages.create', body: ask }]))
  const run = async (...mask: string[]) => {
    writeFileSync(
      join(folder, 'mgi.config.json'),
      JSON.stringify({
        target: server.url,
        key: 'a-key-of-somebody',
        examples: ['requests.json'],
        mask: mask.slice(1),
      }),
    )
    const io = capturedIo({ cwd: folder })
    const options = mask.slice(0, 1).flatMap((pattern) => ['--mask', pattern])
    const status = await runCli(
      [
        'run',
        '--profile',
        'smoke',
        '--requirement',
        'messages.stop-reason-*',
        '--verbose',
        '--out',
        `out-${mask.length}`,
        ...options,
      ],
      io,
    )
    return { status, all: [io.out(), io.err(), ...everything(`out-${mask.length}`)].join('\n') }
  }
  const open = await run()
  expect(open.status).toBe(1)
  expect([open.all.includes('Ottilie'), open.all.includes(foreign)]).toEqual([true, true])
  const hidden = await run(`bored[a-z_]*`, 'aunt \\w+')
  expect(hidden.status).toBe(1)
  expect([hidden.all.includes('Ottilie'), hidden.all.includes(foreign)]).toEqual([false, false])
  expect(hidden.all).toContain('«masked»')
  expect(hidden.all).toContain('messages.stop-reason-listed')
})

test.each([
  [['--mask', '(?<=a)b'], '', '--mask "(?<=a)b": invalid'],
  [[], '["fine", "x*"]', 'mgi.config.json:1:19: mask "x*": it matches the empty text'],
])('an invalid mask pattern is a usage error: %j %s', async (args, mask, message) => {
  writeFileSync(join(folder, 'mgi.config.json'), mask === '' ? '{}' : `{"mask": ${mask}}`)
  const io = capturedIo({ cwd: folder })
  expect(await runCli(['run', ...args], io)).toBe(2)
  expect(io.err()).toContain(message)
})

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, describe, expect, test } from 'vitest'
import { startReferenceServer } from '../../reference-server/index.ts'
import { urlOfNobody } from '../serve.ts'
import { pages, root } from './snippets.ts'

const mgi = join(root, 'dist/conformance/product/cli/main.js')
const folder = mkdtempSync(join(tmpdir(), 'mgi-outputs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** An output that a page shows: a comment with the target and the command, and the block below it. */
interface Shown {
  readonly page: string
  /** `reference` for the reference server, `nobody` for an address without a server, or a fault of the reference server. */
  readonly target: string
  readonly command: string
  readonly block: string
}

const outputs: readonly Shown[] = pages.flatMap((page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const found = text.matchAll(/^<!-- output: (\S+): npx mgi (.+) -->\n+```text\n([\s\S]*?)^```$/gm)
  return [...found].map(([, target = '', command = '', block = '']) => ({ page, target, command, block }))
})

const shownUrl = 'http://127.0.0.1:8080'

test('the pages for new users show the output of a command', () => {
  expect([...new Set(outputs.map(({ page }) => page))]).toEqual(
    expect.arrayContaining([
      'docs/first-run.md',
      'docs/reading-a-report.md',
      'docs/troubleshooting.md',
      'docs/what-a-run-sends.md',
    ]),
  )
})

describe.each(outputs)('$page: $command', ({ target, command, block }) => {
  test(`is what the command prints (${target})`, async () => {
    const server = target === 'nobody' ? undefined : await startReferenceServer(faultyAs(target))
    const url = server?.url ?? (await urlOfNobody())
    try {
      const printed = comparable(
        (await outputOf(command.replaceAll(shownUrl, url).split(' '))).replaceAll(url, shownUrl),
      )
      let from = 0
      for (const part of block.split(/^…$/m).map(comparable)) {
        const at = printed.indexOf(part, from)
        expect(at, `${part}\n\nis not in\n\n${printed}`).toBeGreaterThanOrEqual(0)
        from = at + part.length
      }
    } finally {
      await server?.close()
    }
  })
})

interface PicturedRun {
  readonly url: string
  readonly arguments: readonly string[]
  readonly faults: readonly string[]
}

test('the picture of README.md shows what a run prints (npm run pictures)', async () => {
  const shown = JSON.parse(readFileSync(join(root, 'scripts/picture-run.json'), 'utf8')) as PicturedRun
  const server = await startReferenceServer({ faults: shown.faults })
  try {
    const printed = await outputOf(['run', server.url, ...shown.arguments])
    const picture = readFileSync(join(root, 'docs/pictures/terminal.svg'), 'utf8')
    const lines = [...picture.matchAll(/<text [^>]*>(.*?)<\/text>/g)].map(([, line = '']) => textOf(line))
    // The first line is the command, and the last one says that there are more.
    expect(comparable(printed.replaceAll(server.url, shown.url))).toContain(comparable(lines.slice(1, -1).join('\n')))
  } finally {
    await server.close()
  }
})

function textOf(line: string): string {
  return line
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

function faultyAs(target: string) {
  return target === 'reference' ? {} : { faults: [target] }
}

/** Returns what a command prints on stderr and then on stdout in an empty folder, whatever its exit status. */
function outputOf(command: readonly string[]): Promise<string> {
  const env = { ...process.env, MGI_API_KEY: 'test-key', FORCE_COLOR: '0' }
  const cwd = mkdtempSync(join(folder, 'run-'))
  return new Promise((resolve) =>
    execFile(process.execPath, [mgi, ...command], { cwd, env }, (_error, stdout, stderr) =>
      resolve(`${stderr}${stdout}`),
    ),
  )
}

/** Lines that a run prints every few seconds, so that only slow machines show them. */
const progress = /^(?:[a-z ]+: )?(?:[a-z]+ )?\d+ of (?:up to )?\d+(?: (?:requests|exchanges).*)?\n/gm

/** Removes what differs between two runs of one command: figures, dates, progress, and where lines are wrapped. */
function comparable(text: string): string {
  return text
    .replaceAll(progress, '')
    .replaceAll(/\d+(?:[.:-]\d+)*/g, '0')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

import { join, resolve } from 'node:path'
import type { Report } from '../../model/report.ts'
import { discrepancy, isOwnCatalogue, judgedAgain } from '../bundle/judge-again.ts'
import { verifyingKey } from '../bundle/keys.ts'
import type { Manifest } from '../bundle/manifest.ts'
import { readHeader } from '../bundle/read-header.ts'
import { command } from '../command.ts'
import { exitCode } from '../exit-code.ts'
import type { Io } from '../io.ts'
import { oneLine } from '../one-line.ts'
import { readResults } from '../results/read-results.ts'
import { UsageError } from '../usage-error.ts'
import { type Answer, no, unknown, yes } from './answer.ts'
import { derivedAnswers } from './derived.ts'
import { fileAnswers } from './files.ts'
import { manifestIn } from './manifest-in.ts'
import { signatureAnswers } from './signature.ts'

/** Says whether a bundle is whole, and whether its verdict follows. */
export const verifyCommand = command({
  name: 'verify',
  summary: 'Says whether a bundle is whole and whether its verdict follows from its evidence. Sends nothing.',
  usage: 'verify BUNDLE [--key PUB.pem]',
  positionals: 1,
  options: {
    key: { type: 'string', value: 'PUB.pem', help: 'Accept it only if this Ed25519 key signed it.' },
  },
  notes: [
    'Digests show that nothing was changed by accident; without --key anybody may have made the bundle.',
    'Exit status: 0 it holds and says conforming; 1 it does not hold, which a manifest that cannot be read as one means,',
    'or says nonconforming; 2 misuse, which a folder that is no bundle is too; 3 it says inconclusive, or this version',
    'cannot tell; 130 interrupted.',
  ],
  async run({ positionals: [path], values, io }) {
    if (path === undefined) throw new UsageError('verify needs a bundle: mgi verify mgi-bundle')
    const folder = resolve(io.cwd, path)
    const manifest = manifestIn(folder, path)
    const key = values.key === undefined ? undefined : verifyingKey(values.key, io.cwd)
    if ('holds' in manifest) return saidOfNone(manifest, io)
    const files = await fileAnswers(folder, manifest)
    const told = reportIn(folder, io)
    if (typeof told === 'string') return said([...files, no(told)], manifest, io)
    const header = await readHeader(join(folder, 'exchanges.ndjson'))
    if (header === undefined) return said([...files, no('exchanges.ndjson is no evidence')], manifest, io)
    const answers = [...files, ...derivedAnswers(folder, manifest, told, header)]
    const verdict = await verdictAnswer(folder, told, io)
    if (verdict === undefined) return exitCode.interrupted
    return said([...answers, verdict, ...(await signatureAnswers(folder, manifest, told, key))], manifest, io)
  },
})

/** The results in the bundle, or why there are none. */
function reportIn(folder: string, io: Io): Report | string {
  try {
    return readResults(join(folder, 'results.json'), io)
  } catch (error) {
    if (error instanceof UsageError) return error.message.replaceAll(`${folder}/`, '')
    throw error
  }
}

async function verdictAnswer(folder: string, results: Report, io: Io): Promise<Answer | undefined> {
  if (!isOwnCatalogue(results))
    return unknown(`another catalogue judged it (${results.tool.version}); use that version of mgi to judge it again`)
  const again = await judgedAgain(join(folder, 'exchanges.ndjson'), results, io)
  if (again === undefined) return undefined
  const wrong = discrepancy(results, again)
  return wrong === undefined
    ? yes(`the verdict, ${results.summary.verdict}, follows from the evidence`)
    : no(`the verdict does not follow: ${wrong}`)
}

const glyphs = { yes: '✓', no: '✗', unknown: '?', unasked: '–' } as const satisfies Record<Answer['holds'], string>

function said(answers: readonly Answer[], { summary }: Manifest, { stdout }: Io): number {
  const holds = answers.every((answer) => answer.holds !== 'no')
  const gist = holds ? `the bundle holds: ${summary.verdict}` : doesNotHold
  const caveats = holds ? summary.caveats.map((caveat) => `  - ${oneLine(caveat)}`) : []
  stdout.write(`${[...answers.map(asLine), '', gist, ...caveats].join('\n')}\n`)
  if (!holds) return exitCode.nonconforming
  return answers.some((answer) => answer.holds === 'unknown') ? exitCode.inconclusive : exitCode[summary.verdict]
}

/** Without a manifest that can be read there is nothing else to look at. */
function saidOfNone(answer: Answer, { stdout }: Io): number {
  const isUnknown = answer.holds === 'unknown'
  stdout.write(
    `${asLine(answer)}\n\n${isUnknown ? 'this version cannot tell whether the bundle holds' : doesNotHold}\n`,
  )
  return isUnknown ? exitCode.inconclusive : exitCode.nonconforming
}

const doesNotHold = 'the bundle does not hold: it proves nothing'

function asLine({ holds, text }: Answer): string {
  return `${glyphs[holds]} ${oneLine(text)}`
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { EvidenceHeader } from '../../evidence/frame.ts'
import type { Report } from '../../model/report.ts'
import { configText, reportFiles } from '../bundle/contents.ts'
import { faceOf, type Manifest } from '../bundle/manifest.ts'
import { readmeOf } from '../bundle/readme.ts'
import { toolIdentity } from '../version.ts'
import { type Answer, no, unknown, yes } from './answer.ts'

/** Whether what follows from the results does: the front, the configuration, the reports. */
export function derivedAnswers(
  folder: string,
  manifest: Manifest,
  report: Report,
  header: EvidenceHeader,
): readonly Answer[] {
  const { version } = toolIdentity()
  if (manifest.tool.version !== version)
    return [unknown(`the reports were made by version ${manifest.tool.version}; this is ${version}, and cannot tell`)]
  const isFrontTrue = isDeepStrictEqual(manifest.summary, JSON.parse(JSON.stringify(faceOf(report))))
  const front = isFrontTrue
    ? yes('the front says what the results say')
    : no('the front says something else than the results')
  const expected = {
    ...reportFiles(report),
    'README.md': readmeOf(faceOf(report)),
    'config.json': configText(header),
  }
  const wrong = Object.entries(expected).filter(([name, text]) => textOf(folder, name) !== text)
  const reports =
    wrong.length === 0
      ? [yes('the reports are what the results make')]
      : wrong.map(([name]) => no(`${name} is not what the results make`))
  return [front, ...reports]
}

function textOf(folder: string, name: string): string | undefined {
  try {
    return readFileSync(join(folder, name), 'utf8')
  } catch {
    return undefined
  }
}

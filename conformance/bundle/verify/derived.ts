import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { toolIdentity } from '../../files/tool-identity.ts'
import type { Report } from '../../model/report.ts'
import type { EvidenceHeader } from '../../record/evidence/frame.ts'
import { configText, reportFiles } from '../contents.ts'
import { faceOf, type Manifest } from '../manifest.ts'
import { readmeOf } from '../readme.ts'
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
    ? yes('README and manifest match results.json')
    : no('the manifest does not match results.json')
  const expected = {
    ...reportFiles(report),
    'README.md': readmeOf(faceOf(report)),
    'config.json': configText(header),
  }
  const wrong = Object.entries(expected).filter(([name, text]) => textOf(folder, name) !== text)
  const reports =
    wrong.length === 0
      ? [yes('the reports match results.json')]
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

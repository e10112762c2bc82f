import { visibleLine } from '../../../reports/visible.ts'
import { isCassette } from '../../record/cassette/read-cassette.ts'
import type { Survey } from '../../record/har/survey.ts'

interface Lacks {
  readonly survey: Survey
  /** The number of responses whose end is not known. */
  readonly openEnds: number
  /** The files with bodies that are missing. */
  readonly missing: readonly string[]
}

/** Lists the facts that are not in a recording, as the rest of a sentence about it. */
export function notInRecording({ survey, openEnds, missing }: Lacks): string {
  const facts = [
    ...(openEnds === 0 ? [] : [`how ${openEnds} ${openEnds === 1 ? 'response' : 'responses'} ended`]),
    ...(hasTimes(survey) ? [] : [`when requests were sent, which ${survey.creator} does not write`]),
  ]
  const notCaptured = facts.length === 0 ? '' : `; not captured: ${facts.join('; ')}`
  const [first, ...others] = missing
  if (first === undefined) return visibleLine(notCaptured)
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return visibleLine(
    `${notCaptured}; bodies are in files that are not beside it (${first.slice(0, 80)}${more}): keep them in its folder, or record with the bodies embedded`,
  )
}

function hasTimes({ creator, entries }: Survey): boolean {
  return !isCassette(creator) || entries.some(({ began }) => began > 0)
}

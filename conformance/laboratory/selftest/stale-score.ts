import { faults } from '../../../reference-server/index.ts'
import { variants } from '../../../reference-server/variants/index.ts'
import { catalogueDigest } from '../../engine/judge/index.ts'
import { catalogue } from '../../specification/catalogue.ts'
import { faultsDigest } from './document.ts'
import { markedIn, type PublishedScore, scoreInMarkdown } from './published-score.ts'

/** The parts of a score that must agree with the current catalogue and faults. */
export type ScoreBasis = Pick<PublishedScore, 'digests'> &
  Readonly<Record<'faults' | 'variants' | 'requirements', number>>

/** Returns the digests and counts of this catalogue, these faults and these variants. */
export function currentScoreBasis(): ScoreBasis {
  return {
    digests: { catalogue: catalogueDigest(catalogue.requirements), faults: faultsDigest([...faults.values()]) },
    faults: faults.size,
    variants: variants.length,
    requirements: catalogue.requirements.length,
  }
}

/** Returns the reasons why a published score is stale, one sentence each; empty if it is not. */
export function stalenessOf(score: PublishedScore, readme: string, now: ScoreBasis): readonly string[] {
  const { digests, faults, variants, requirements } = score
  return [
    ...(digests.catalogue === now.digests.catalogue
      ? []
      : ['the requirements have changed since the score was measured']),
    ...(digests.faults === now.digests.faults ? [] : ['the faults have changed since the score was measured']),
    ...otherCount('faults', faults.tested, now.faults),
    ...otherCount('variants', variants.tested, now.variants),
    ...otherCount('requirements', requirements.total, now.requirements),
    ...(markedIn(readme) === scoreInMarkdown(score) ? [] : ['README.md states another score than the one measured']),
  ]
}

function otherCount(things: string, measured: number, now: number): readonly string[] {
  return measured === now ? [] : [`the score is of ${measured} ${things}, and there are ${now}`]
}

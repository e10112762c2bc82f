import { expect, test } from 'vitest'
import { resultKey } from '../../conformance/core/model/requirement.ts'
import type { Area } from '../../conformance/core/model/vocabulary.ts'
import { brokenOf } from '../../conformance/laboratory/selftest/broken-of.ts'
import { resultsOf } from '../../conformance/product/cli/faults/operations-of.ts'
import { faults, startReferenceServer } from '../../reference-server/index.ts'
import { recordedRun } from '../recorded-run.ts'

/** Pairs of features that a gateway wrongly rejects: members, their values, kinds of tools and files, and pairs of members. */
const pairs: readonly (readonly [Area, ...features: readonly [string, string]])[] = [
  ['messages', 'computer-tool-cache-control-accepted', 'tool-choice-tool-single-accepted'],
  ['messages', 'combinations-accepted', 'computer-tool-accepted'],
  ['messages', 'several-tools-accepted', 'several-stop-sequences-accepted'],
  ['messages', 'thinking-enabled-accepted', 'tool-loop-accepted'],
  ['content-generation', 'function-calling-config-snake-case-accepted', 'schema-maximum-accepted'],
  ['content-generation', 'media-png-accepted', 'safety-threshold-block-low-and-above-accepted'],
  ['content-generation', 'mode-auto-accepted', 'temperature-two-accepted'],
  ['content-generation', 'safety-threshold-block-medium-and-above-accepted', 'frequency-penalty-accepted'],
  ['images', 'edit-image-webp-accepted', 'generate-n-accepted'],
  ['images', 'generate-prompt-1000-accepted', 'generate-model-2-size-1024x1792-accepted'],
  ['images', 'edit-quality-high-accepted', 'edit-size-256x256-accepted'],
  ['images', 'variation-n-10-accepted', 'edit-response-format-b64-json-accepted'],
]

test.each(
  pairs,
)('%s: of a gateway without %s and %s neither is passed, and nothing else is accused', async (area, ...features) => {
  const prefix = area === 'content-generation' ? 'content' : area
  const both = features.map((feature) => `reject:${prefix}.${feature}`)
  const expected: readonly string[] = both.flatMap((id) => resultsOf(faults.get(id)!, faults.get(id)!.breaks))
  const server = await startReferenceServer({ faults: both })
  try {
    const { rulings } = await recordedRun({ url: server.url, areas: [area] })
    const broken = brokenOf(rulings, expected).map(({ result }) => result)
    const passing = rulings.filter(({ verdict }) => verdict === 'pass')
    const passed = passing.map(({ requirement, operation }) => resultKey(requirement.id, operation))
    expect(broken).not.toEqual([])
    expect(broken.filter((id) => !expected.includes(id))).toEqual([])
    expect(passed.filter((id) => expected.includes(id))).toEqual([])
  } finally {
    await server.close()
  }
})

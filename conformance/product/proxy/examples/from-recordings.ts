import { observe } from '../../../engine/judge/index.ts'
import { createRedactor } from '../../../engine/record/evidence/redact.ts'
import { catalogue } from '../../../specification/catalogue.ts'
import { type ByTarget, groupByTarget } from '../../recorded/by-target.ts'
import type { FoundRecordings } from '../../recorded/find-recordings.ts'
import type { HarOptions } from '../../recorded/har/frame.ts'
import { startHarReading } from '../../recorded/har/items.ts'
import { readFiles } from '../../recorded/read-files.ts'
import { startSavingExamples } from './save-examples.ts'

export interface FromRecordings {
  readonly found: FoundRecordings
  readonly options: HarOptions
  /** The folder for the examples, and the option that named it. */
  readonly folder: string
  readonly option: string
  readonly signal: AbortSignal
}

/** The result of saving the requests of recordings. */
export interface SavedExamples extends Pick<ByTarget, 'passedOver'> {
  /** The number of examples written, and any error, as text. */
  readonly told: readonly string[]
}

/** Saves the valid requests of recordings as examples, without text of users. */
export async function saveExamplesOf({
  found,
  options,
  folder,
  option,
  signal,
}: FromRecordings): Promise<SavedExamples> {
  const har = startHarReading({ options, operations: catalogue.operations, signal })
  try {
    const { groups, passedOver } = await groupByTarget(found, har, options.target)
    const examples = startSavingExamples({ folder, withWords: false }, createRedactor([], options.masks).text, option)
    for (const { target, files } of groups) {
      const see: Parameters<typeof readFiles>[1] = (exchange) => {
        const seen = observe(catalogue.operations, exchange)
        if (seen !== undefined) examples.see(seen)
      }
      await readFiles(files, see, signal, har.reading(target, files))
    }
    return { passedOver, told: examples.told() }
  } finally {
    har.close()
  }
}

import { closeSync, openSync } from 'node:fs'
import { basename } from 'node:path'
import { visibleLine } from '../../../../reports/visible.ts'
import type { EvidenceFooter, EvidenceHeader } from '../../../evidence/frame.ts'
import type { About } from '../../../evidence/line.ts'
import { createRedactor } from '../../../evidence/redact.ts'
import type { Exchange } from '../../../model/exchange.ts'
import type { Operation } from '../../../model/operation.ts'
import { entryBytes, parseEntry } from '../../../sources/har/read-entry.ts'
import { type Survey, surveyHar } from '../../../sources/har/survey.ts'
import { type IsKnown, pathBelow } from '../../../sources/har/target.ts'
import { toExchange } from '../../../sources/har/to-exchange.ts'
import { recordedPath } from '../../../sources/recorded.ts'
import { UsageError } from '../../usage-error.ts'
import { type Chosen, chooseEntries } from './choose-entries.ts'
import { chooseTarget, hostsIn } from './choose-target.ts'
import { harFrame } from './frame.ts'
import { keysIn } from './keys.ts'
import type { HarOptions } from './options.ts'

/** What reading a HAR brings up, in the words of evidence. */
export type HarItem =
  | { readonly kind: 'header'; readonly header: EvidenceHeader }
  | {
      readonly kind: 'exchange'
      readonly exchange: Exchange
      readonly about: About
      /** Reads it once more. */
      readonly again: () => Exchange | undefined
    }
  | { readonly kind: 'gap'; readonly gap: string }
  | { readonly kind: 'end'; readonly truncated: false; readonly footer: EvidenceFooter }

/** What reading HARs depends on. */
export interface HarReading {
  readonly options: HarOptions
  readonly operations: readonly Operation[]
  readonly signal: AbortSignal
}

/** Reads HARs, each as if it were evidence. An entry that two of them hold comes once. */
export function startHarReading({
  options,
  operations,
  signal,
}: HarReading): (file: string) => AsyncGenerator<HarItem> {
  const met = new Set<string>()
  const isKnown: IsKnown = (method, path) =>
    operationFor(operations, method, recordedPath(path, options.vocabulary)) !== undefined
  return async function* read(file) {
    const survey = await surveyHar(file, signal)
    if (signal.aborted) return
    assertHar(file, survey)
    const target = options.target ?? chooseTarget(file, survey, isKnown)
    assertBelow(file, survey, target)
    const chosen = chooseEntries(survey, { target, isKnown, met })
    yield { kind: 'header', header: harFrame(target, chosen, options).header }
    const convert = converter(file, survey, chosen, { options, operations })
    for (const entry of chosen.entries) {
      const exchange = convert(entry)
      const { origin } = entry.ours ?? {}
      const about = {
        purpose: `entry ${entry.number} of ${basename(file)}`,
        ...(origin === undefined ? {} : { origin }),
      }
      if (exchange !== undefined) yield { kind: 'exchange', exchange, about, again: () => convert(entry) }
    }
    if (!survey.isWhole)
      yield {
        kind: 'gap',
        gap: `${file} is cut off after entry ${survey.entries.length + survey.unreadable}: export it again`,
      }
    yield {
      kind: 'end',
      truncated: false,
      footer: harFrame(target, chosen, options).footer(`${basename(file)}${byWhom(survey)}: ${chosen.told}`),
    }
  }
}

type Entry = Chosen['entries'][number]

/** Reads entries again and makes exchanges of them, without the keys that any of them presents. */
function converter(
  file: string,
  { creator, entries }: Survey,
  { began }: Chosen,
  { options, operations }: Pick<HarReading, 'options' | 'operations'>,
): (entry: Entry) => Exchange | undefined {
  const { labelOf, secrets } = keysIn(entries, options.keys)
  const redactor = createRedactor(secrets)
  const words = options.vocabulary
  return ({ place, id, path, began: start, method, ours }) => {
    const open = openSync(file, 'r')
    try {
      const json = parseEntry(entryBytes(open, place))
      if (json === undefined) return undefined
      const isVersioned = operationFor(operations, method, path)?.area === 'messages'
      const about = { id, path, startedAt: start - began, creator, labelOf, words, isVersioned }
      return redactor.exchange(toExchange(json, ours === undefined ? about : { ...about, ours }))
    } finally {
      closeSync(open)
    }
  }
}

function operationFor(operations: readonly Operation[], method: string, path: string): Operation | undefined {
  const request = { method, path, headers: [], body: new Uint8Array() }
  return operations.find((operation) => operation.matches(request))
}

function assertHar(file: string, { entries, unreadable, isWhole, problem }: Survey): void {
  const refuse = (why: string): never => {
    throw new UsageError(visibleLine(`${file} ${why}; export the traffic as HAR 1.2 again`))
  }
  if (problem !== undefined) refuse(`is no HAR: ${problem}`)
  if (entries.length > 0) return
  if (!isWhole) refuse('is cut off before its first entry ends')
  refuse(unreadable === 0 ? 'is a HAR without entries' : `is a HAR of which no entry can be read`)
}

function assertBelow(file: string, survey: Survey, target: string): void {
  if (survey.entries.some((entry) => pathBelow(entry, target) !== undefined)) return
  throw new UsageError(
    visibleLine(`no entry of ${file} is below the target ${target}${hostsIn(survey)}; name it with --target URL`),
  )
}

function byWhom({ creator }: Survey): string {
  return creator === '' ? '' : visibleLine(`, written by ${creator.slice(0, 60)}`)
}

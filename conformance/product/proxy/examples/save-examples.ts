import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../../core/files/out-folder.ts'
import { isCaptured } from '../../../core/model/exchange.ts'
import type { Observation } from '../../../core/model/observation.ts'
import type { RequestValue } from '../../../core/model/operation.ts'
import type { Endpoint } from '../../../core/model/vocabulary.ts'
import { documentLanguage } from '../../../engine/plan/schema/language.ts'
import { prove, type Subject, subjectOf } from '../../../engine/plan/subject.ts'
import { catalogue } from '../../../specification/catalogue.ts'
import { examplesIn } from '../../config/examples.ts'
import { startWithoutWords } from './without-words.ts'

/** The folder for examples of `mgi run`, and whether they keep text of users. */
export interface ExamplesOptions {
  readonly folder: string
  readonly withWords: boolean
}

/** Saves distinct requests. */
export interface ExampleSaver {
  see(seen: Observation): void
  /** Describes how many examples were written, and any error. */
  told(): readonly string[]
}

/**
 * The maximum number of requests of one operation that are kept for new combinations of known features, and the maximum
 * size of a request in characters.
 */
const mostOfOperation = 50
const longestText = 256 * 1024

/** The sets of features, and the single features, that are saved for one operation. */
interface Kept {
  readonly subject: Subject
  readonly anonymous: (value: RequestValue) => RequestValue | undefined
  readonly labels: readonly string[]
  readonly sets: Set<string>
  readonly features: Set<string>
  files: number
}

/**
 * Saves a file for each set of features in valid requests. Skips sets that the folder already contains. Each file is a
 * list of one request in the format of the config member `examples`. `option` is the option that named the folder, for
 * messages.
 */
export function startSavingExamples(
  { folder, withWords }: ExamplesOptions,
  mask: (text: string) => string,
  option = '--save-examples',
): ExampleSaver {
  makeFolder(folder, option)
  const kept = new Map<Endpoint, Kept>()
  const keptOf = (operation: Endpoint): Kept => {
    const found = kept.get(operation) ?? startKept(operation)
    kept.set(operation, found)
    return found
  }
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  for (const { operation, value } of names.flatMap((name) => examplesIn(join(folder, name)))) {
    const proved = provedOf(keptOf(operation), value)
    if (proved !== undefined) isNew(keptOf(operation), proved.uses)
  }
  let saved = 0
  let trouble: string | undefined
  return {
    told: () => [
      `${saved} new ${saved === 1 ? 'example' : 'examples'} saved`,
      ...(trouble === undefined ? [] : [trouble]),
    ],
    see: ({ exchange, operation: { id }, request: { value, violations } }) => {
      const own = keptOf(id)
      // A request without its body or its files is no example.
      if (!isCaptured(exchange, 'request-body') || exchange.lost?.files !== undefined) return
      if (violations.length > 0 || own.subject.root === undefined || trouble !== undefined) return
      const shown = withWords ? value : own.anonymous(value)
      const proved = shown && provedOf(own, shown)
      if (proved === undefined || !isNew(own, proved.uses)) return
      const whole = JSON.stringify([{ operation: id, ...proved.value }], null, 2)
      const text = mask(whole)
      if (text.length > longestText || (text !== whole && !isExample(own, text))) return
      trouble = written(folder, id, own, text)
      if (trouble === undefined) saved += 1
    },
  }
}

/** Returns whether a request is still valid after masking. */
function isExample(own: Kept, text: string): boolean {
  try {
    const [{ operation: _operation, ...value }] = JSON.parse(text) as [RequestValue & { readonly operation: string }]
    return provedOf(own, value) !== undefined
  } catch {
    return false
  }
}

function startKept(id: Endpoint): Kept {
  const operation = catalogue.operations.find((one) => one.id === id)!
  const subject = subjectOf(documentLanguage, operation, catalogue, new Set())
  const labels = subject.templates.flatMap(({ value }) => modelOf(value) ?? [])
  const anonymous = startWithoutWords(subject.templates)
  return { subject, anonymous, labels: [...new Set(labels)], sets: new Set(), features: new Set(), files: 0 }
}

function modelOf({ path, body }: RequestValue): string | undefined {
  const model = path?.['model'] ?? (body as { readonly model?: unknown } | undefined)?.model
  return typeof model === 'string' ? model : undefined
}

/**
 * Proves a request for some model. The model is that of the request if it is a label of the specification, or else the
 * first label for which the request is valid. Returns `undefined` if there is none.
 */
function provedOf({ subject, labels }: Kept, value: RequestValue): ReturnType<typeof prove> {
  const model = modelOf(value)
  const candidates = model === undefined ? [value] : [model, ...labels].filter((one) => labels.includes(one))
  for (const one of candidates) {
    const proved = prove(subject, typeof one === 'string' ? withModel(value, one) : one)
    // Frees memory, because the subject remembers every value that it has proven.
    subject.known.clear()
    if (proved !== undefined) return proved
  }
  return undefined
}

function withModel(value: RequestValue, model: string): RequestValue {
  if (value.path !== undefined) return { ...value, path: { ...value.path, model } }
  return { ...value, body: { ...(value.body as object), model } }
}

/** Returns whether a set of features is new, and remembers it. */
function isNew({ sets, features }: Kept, uses: readonly string[]): boolean {
  const set = [...uses].sort().join(' ')
  const isRich = uses.some((use) => !features.has(use))
  if (sets.has(set) || (!isRich && sets.size >= mostOfOperation)) return false
  sets.add(set)
  for (const use of uses) features.add(use)
  return true
}

/** Writes to the first unused name, so that no file is overwritten. Returns the error, if any. */
function written(folder: string, operation: Endpoint, own: Kept, text: string): string | undefined {
  for (;;) {
    own.files += 1
    const file = join(folder, `${operation}-${String(own.files).padStart(3, '0')}.json`)
    try {
      writeFileSync(file, `${text}\n`, { flag: 'wx', mode: 0o600 })
      return undefined
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code !== 'EEXIST') return `examples are not saved any more: ${code ?? message}`
    }
  }
}

import type { Chunk, Exchange, HeaderLine, RecordedRequest, RecordedResponse } from '../model/exchange.ts'
import { wholeBody } from '../model/whole-body.ts'
import { uncoded } from './content-coding.ts'
import { type FindRuns, runsOf } from './find-runs.ts'
import { type Find, type Match, withLabels } from './redact-chunks.ts'
import { isLongEnough, type Labelled, longestForm, type SecretPattern, secretPattern } from './secret-forms.ts'

/** Puts labels where secrets are. */
export interface Redactor {
  /** The exchange without the secrets, in whatever form and however cut into chunks they came. */
  exchange(exchange: Exchange): Exchange
  text(text: string): string
}

/**
 * A redactor for these secrets. Secrets of fewer than six characters are not looked for. Of the others telling parts are
 * looked for, too, in either case and in several spellings; what `open` words hold is no part of a secret.
 */
export function createRedactor(secrets: readonly Labelled[], open: readonly string[] = []): Redactor {
  const pattern = secretPattern(secrets)
  if (pattern === undefined) return { exchange: (exchange) => exchange, text: (text) => text }
  const runs = runsOf(
    secrets.filter((secret) => secret.isWholeOnly !== true && isLongEnough(secret)),
    open,
  )
  const search = (text: string): readonly Match[] => withRuns(matches(text, pattern, secrets), text, runs)
  const find: Find = Object.assign(search, { longest: longestForm(secrets) })
  const text = remembering((before) => redactedText(before, find))
  return { text, exchange: (exchange) => redactedExchange(exchange, find, text) }
}

type Text = (text: string) => string

function matches(text: string, patternFor: SecretPattern, secrets: readonly Labelled[]): readonly Match[] {
  const found: Match[] = []
  const pattern = patternFor(text)
  // `matchAll` would make a pattern of its own for each text, which the engine has to translate anew.
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const secret = secrets.find((_, group) => match[group + 1] !== undefined)!
    found.push({ start: match.index, end: match.index + match[0].length, label: secret.label })
  }
  return found
}

/** Between what is a whole secret there may be parts of one. */
function withRuns(whole: readonly Match[], text: string, runs: FindRuns): readonly Match[] {
  if (whole.length === 0) return runs(text, 0, text.length)
  const before = whole.flatMap((match, at) => [...runs(text, whole[at - 1]?.end ?? 0, match.start), match])
  return [...before, ...runs(text, whole.at(-1)!.end, text.length)]
}

/** So many short texts are remembered: names and values of headers come again with every exchange. */
const mostRemembered = 1000
const short = 256

function remembering(redact: Text): Text {
  const known = new Map<string, string>()
  return (text) => {
    if (text.length > short) return redact(text)
    const found = known.get(text)
    if (found !== undefined) return found
    if (known.size === mostRemembered) known.clear()
    const redacted = redact(text)
    known.set(text, redacted)
    return redacted
  }
}

function redactedText(text: string, find: Find): string {
  let redacted = ''
  let from = 0
  for (const { start, end, label } of find(text)) {
    redacted += text.slice(from, start) + label
    from = end
  }
  return redacted + text.slice(from)
}

function redactedExchange(exchange: Exchange, find: Find, text: Text): Exchange {
  const { response, trouble, redirects, source } = exchange
  const body = response === null ? undefined : redactedBody(response, find)
  return {
    ...exchange,
    ...(body?.isRecoded === true ? { captured: exchange.captured.filter((facet) => facet !== 'chunks') } : {}),
    ...(body?.isWithheld === true ? { ended: 'too-large' } : {}),
    // What the runner sends holds labels already; what others recorded does not.
    request: source === 'runner' ? exchange.request : redactedRequest(exchange.request, find, text),
    response:
      response === null
        ? null
        : { ...response, headers: redactedHeaders(response.headers, text), chunks: body!.chunks },
    ...(trouble === undefined ? {} : { trouble: text(trouble) }),
    ...(redirects === undefined
      ? {}
      : { redirects: redirects.map((step) => ({ ...step, location: text(step.location) })) }),
  }
}

function redactedRequest(request: RecordedRequest, find: Find, text: Text): RecordedRequest {
  const [body] = withLabels([{ at: 0, bytes: request.body }], find)
  return { ...request, path: text(request.path), headers: redactedHeaders(request.headers, text), body: body!.bytes }
}

function redactedHeaders(headers: readonly HeaderLine[], text: Text): readonly HeaderLine[] {
  return headers.map(([name, value]) => [text(name), text(value)])
}

interface RedactedBody {
  readonly chunks: readonly Chunk[]
  /** Set when the body was compressed anew: then nobody can say any more how it was cut up. */
  readonly isRecoded?: true
  /** Set when the body was left out, because it hides more than can be searched. */
  readonly isWithheld?: true
}

/** A compressed body that hides a secret is compressed anew. */
function redactedBody({ headers, chunks }: RecordedResponse, find: Find): RedactedBody {
  const whole = uncoded(headers, () => wholeBody(chunks))
  if (whole === 'too large') return { chunks: [], isWithheld: true }
  if (whole !== undefined) {
    const [plain] = withLabels([{ at: 0, bytes: whole.bytes }], find)
    const at = chunks.at(-1)?.at ?? 0
    if (plain!.bytes !== whole.bytes)
      return { chunks: [{ at, bytes: bare(whole.recode(plain!.bytes)) }], isRecoded: true }
  }
  return { chunks: withLabels(chunks, find) }
}

function bare(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes)
}

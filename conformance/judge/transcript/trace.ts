import { type Facet, isCaptured } from '../../model/exchange.ts'
import type { Observation, Reception } from '../../model/observation.ts'
import { bringsTheKey, isPlainlyValid } from '../../model/observation.ts'
import type { Use } from '../../model/validation.ts'
import type { Endpoint } from '../../model/vocabulary.ts'
import { breachInWords } from '../breach-in-words.ts'
import { saidIn } from '../said.ts'
import type { AcceptanceIndex } from './dependence.ts'
import { digestOf, digestWithout, type Fingerprint, fingerprint, placesAt, regionOf } from './fingerprint.ts'
import { standingAlone } from './standing.ts'

/** What is remembered of each exchange for the judgements that look at a whole run; no bodies. */
export interface Trace {
  readonly exchange: string
  readonly operation: Endpoint
  readonly reception: Reception
  readonly status: number | undefined
  readonly captured: readonly Facet[]
  /** Why the response could not be read, where that is so. */
  readonly unread?: string
  /** Set where the connection was broken off before any answer came. */
  readonly isCutOff?: true
  /** Equal for requests that mean the same. */
  readonly identity: string
  /** For an accepted request that breaks nothing, on open ground or not: what other requests are compared with. */
  readonly twin?: Fingerprint
  /** For a valid request: the listed things it makes use of. */
  readonly uses?: readonly Use[]
  /** For a valid request that was not served: those of them that stand alone in it. */
  readonly standing?: readonly Use[]
  /** What the target said itself when it did not serve a valid request; a line. */
  readonly said?: string
  /** For a request that breaks exactly one sentence: that sentence, and the request without the broken places. */
  readonly breach?: Breach
}

/** The one sentence a request breaks. */
export interface Breach {
  readonly requirement: string
  readonly pointers: readonly string[]
  /** Where and how it does, in words; of requests that were not refused, for nobody asks it of others. */
  readonly words?: string
  /** Digest of the request without `pointers`: equals that of its good twin. */
  readonly remainder: number
  /** Where all of `pointers` lie in one region: that, and the digest of the request without it, which equals its good twin's. */
  readonly around?: { readonly region: string; readonly remainder: number }
}

/** Reduces an observation to its trace. */
export function traceOf(seen: Observation, acceptances: AcceptanceIndex): Trace {
  const whole = fingerprint(seen.request.value)
  const isValid = isPlainlyValid(seen)
  return {
    exchange: seen.exchange.id,
    operation: seen.operation.id,
    reception: seen.reception,
    status: seen.status,
    captured: seen.exchange.captured,
    identity: `${seen.operation.id} ${seen.request.credential.kind} ${digestOf(whole)}`,
    ...(seen.unread === undefined ? {} : { unread: seen.unread }),
    ...(isCutOff(seen) ? { isCutOff: true } : {}),
    ...(isValid ? { uses: seen.request.uses } : {}),
    ...(isTwin(seen) ? { twin: whole } : {}),
    ...(isValid && isUnserved(seen.reception) ? unservedFacts(seen, acceptances) : {}),
    ...breachOf(seen, whole),
  }
}

function isCutOff({ exchange }: Observation): boolean {
  return exchange.response === null && exchange.ended === 'reset'
}

function isTwin(seen: Observation): boolean {
  if (seen.reception !== 'accepted' || seen.request.violations.length > 0) return false
  return bringsTheKey(seen) && isCaptured(seen.exchange, 'request-body')
}

function unservedFacts(seen: Observation, acceptances: AcceptanceIndex): Pick<Trace, 'standing' | 'said'> {
  const said = saidIn(seen)
  return { standing: standingAlone(seen, acceptances), ...(said === undefined ? {} : { said }) }
}

function isUnserved(reception: Reception): boolean {
  return reception === 'refused' || reception === 'failed'
}

/** Stands where a breach is about the credential alone. */
export const credentialBreach = 'credential'

/** How a request is received that had to be refused, where that may be a violation. */
const blameable: readonly Reception[] = ['accepted', 'unrecognised', 'failed']

/** Only a request that breaks exactly one sentence tells which one was enforced (readings.md G8). */
function breachOf(seen: Observation, whole: Fingerprint): { breach?: Breach } {
  const { violations } = seen.request
  if (!bringsTheKey(seen)) return credentialBreachOf(seen.request, whole)
  const [first, ...others] = violations
  if (first?.requirement === undefined) return {}
  if (others.some(({ requirement }) => requirement !== first.requirement)) return {}
  const pointers = violations.map(({ pointer }) => pointer)
  const words = blameable.includes(seen.reception) ? { words: breachInWords(violations) } : {}
  return { breach: { requirement: first.requirement, ...brokenAt(pointers, whole), ...words } }
}

/** What is to be known of a request to find its good twin. */
export function brokenAt(
  pointers: readonly string[],
  whole: Fingerprint,
): Pick<Breach, 'pointers' | 'remainder' | 'around'> {
  const remainder = digestWithout(whole, placesAt(pointers))
  const region = regionOf(pointers)
  if (region === undefined) return { pointers, remainder }
  return { pointers, remainder, around: { region, remainder: digestWithout(whole, placesAt([region])) } }
}

const wrongCredentials = ['missing', 'invalid', 'not-bearer']

function credentialBreachOf(
  { violations, credential }: Observation['request'],
  whole: Fingerprint,
): { breach?: Breach } {
  if (violations.length > 0 || !wrongCredentials.includes(credential.kind)) return {}
  return { breach: { requirement: credentialBreach, pointers: [], remainder: digestOf(whole) } }
}

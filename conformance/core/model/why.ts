import { type CredentialForm, formsInWords } from './credential.ts'
import type { Capability, Endpoint } from './vocabulary.ts'

/**
 * The reason why a request was sent, for people and for the driver. Verdicts only depend on whether there is one: a run
 * can send its requests again, and recorded traffic cannot.
 */
export type Why =
  | { readonly kind: 'plain' }
  /** The plain request of an operation in another spelling. */
  | { readonly kind: 'spelled' }
  | { readonly kind: 'drawn'; readonly covers: readonly string[] }
  /** Violates one rule. `control` is the id of the case without the violation. */
  | {
      readonly kind: 'violation'
      readonly requirement: string
      readonly keyword: string
      readonly pointer: string
      readonly control: string
    }
  /** Failed in an earlier run, or is an example of the user. */
  | { readonly kind: 'stored' }
  /** Needs a capability that the vendor declares absent. Requirements are not judged on it. */
  | { readonly kind: 'declaration'; readonly capability: Endpoint | Capability }
  | { readonly kind: 'probe'; readonly probe: string; readonly step: number }
  /** The plain request of the case `of`, with optional members named. */
  | { readonly kind: 'named'; readonly of: string; readonly number: number }
  /** The plain request of the case `of`, with the key in another form. */
  | { readonly kind: 'form'; readonly of: string; readonly form: CredentialForm }
  /** A smaller version of the valid, rejected request of the case `of`. */
  | { readonly kind: 'smaller'; readonly of: string; readonly number: number }
  /** Repeats or minimises the request of the exchange `of`, which fails the requirement. */
  | { readonly kind: 'minimise'; readonly requirement: string; readonly of?: string }
  /** Fetches an image that the response of the exchange `of` names. `image` counts from 1. */
  | { readonly kind: 'image'; readonly of: string; readonly image: number }
  /** Repeats an answered request to see whether the target still answers. */
  | { readonly kind: 'alive' }

/** The facts about a request that are known before it is sent. */
export interface Intent {
  readonly caseId: string
  readonly why: Why
  readonly operation?: Endpoint
  /** One line for people. */
  readonly purpose?: string
  /** Requests with the same name share one connection. */
  readonly connection?: string
  /** Set if the client goes away in the middle of the response. */
  readonly goesAway?: true
}

/** One attempt of an intended request. */
export interface SentAs extends Intent {
  /** The id of the exchange. */
  readonly id: string
  /** The number of the attempt, from 1. */
  readonly attempt: number
}

/** Returns the facts for one attempt, counted from 1. */
export function attemptOf(intent: Intent, attempt = 1): SentAs {
  return { ...intent, id: attemptId(intent.caseId, attempt), attempt }
}

/** Returns the id of the exchange of an attempt, counted from 1. */
export function attemptId(caseId: string, attempt: number): string {
  return attempt === 1 ? caseId : `${caseId}~${attempt}`
}

/** Returns the purpose of a request in one line; `undefined` if only its sender can describe it. */
export function purposeOf(why: Why): string | undefined {
  switch (why.kind) {
    case 'plain':
      return 'the plain request'
    case 'spelled':
      return 'the plain request in another spelling'
    case 'drawn':
      return `drawn to cover ${why.covers.slice(0, 3).join(', ') || 'pairs of features'}`
    case 'violation':
      return `breaks ${why.keyword} at ${why.pointer || 'the root'}, otherwise as ${why.control}`
    case 'stored':
      return 'one of the examples, or a request that failed in an earlier run'
    case 'declaration':
      return `checks that ${why.capability} is absent, as declared`
    case 'named':
      return `the plain request with optional members named (${why.number})`
    case 'form':
      return `the plain request with the key in the ${formsInWords[why.form]}`
    case 'smaller':
      return `a smaller request than the rejected ${why.of} (${why.number})`
    case 'minimise':
      return `a smaller request for ${why.requirement}`
    case 'image':
      return `fetches image ${why.image} that ${why.of} named`
    case 'alive':
      return 'repeats an answered request to see whether the target still answers'
    case 'probe':
      return undefined
  }
}

import type { CredentialForm } from './credential.ts'
import type { RecordedRequest } from './exchange.ts'
import type { Observation } from './observation.ts'
import type { Area, Capability, Endpoint } from './vocabulary.ts'

/**
 * The parts of a request that the specification has rules for, in one value. Request schemas describe it.
 * Multipart forms appear as facts about their fields and files, JSON bodies as they are on the wire.
 */
export interface RequestValue {
  /** Names in the path, for example `{ model: 'content-model-1' }`. */
  readonly path?: Readonly<Record<string, string>>
  /** The headers the specification has rules for, lower-case names; repeated ones joined by `, `. */
  readonly header?: Readonly<Record<string, string>>
  /** Absent where the request has no body or its body cannot be read. */
  readonly body?: unknown
}

/** One endpoint of section 4: how its requests are recognised, read and written, and which schemas speak about it. */
export interface Operation {
  readonly id: Endpoint
  readonly area: Area
  /** One line for people, for example `POST /v1/messages (stream)`. */
  readonly title: string
  readonly method: 'GET' | 'POST'
  readonly credential: CredentialForm
  /** True if a successful reply is an event stream. */
  readonly streams: boolean
  /** True if each event of its streams says in `type` what it is. */
  readonly typedEvents?: true
  /** The `type` of the event that ends each of its streams (interpretation S7). */
  readonly lastEvent?: string
  /** Names of schemas in the `schemas` room. */
  readonly schemas: {
    /** Judges a `RequestValue`; absent for an operation that takes nothing. */
    readonly request?: string
    /** Judges the JSON body of a successful reply. */
    readonly reply?: string
    /** Judges the payload of one event of a successful stream. */
    readonly event?: string
    /** Judges the body of a rejection, where section 7 shows one. */
    readonly error?: string
  }
  /**
   * The members by which a JSON body is recognised as a response of this operation: it has at least one of them, not null.
   * A body without any of them cannot pass a requirement.
   */
  readonly responseSignature: {
    readonly reply: readonly string[]
    /** Absent where the specification shows no error body. */
    readonly error?: readonly string[]
  }
  /** Returns whether a request is meant for this operation. Of all operations at most one says yes. */
  matches(request: RecordedRequest): boolean
  /** Inverse of `write`. A body that cannot be read (malformed JSON, no multipart form) leaves `body` absent. */
  read(request: RecordedRequest): RequestValue
  /** The request with the valid key that carries `value`. */
  write(value: RequestValue): RecordedRequest
  /** Returns the cost that a gateway bills for `value`. */
  cost(value: RequestValue): Cost
  /** The defaults of its optional members, named where a target serves no plain request without (interpretation G2). */
  readonly explicit?: readonly NamedMember[]
  /** The parts of the request schema that no request can show. */
  readonly blanks?: readonly Blank[]
  /**
   * Returns whether a reply says that the credential was rejected although its status does not (interpretations G11,
   * T1).
   */
  readonly denies?: (status: number, json: unknown) => boolean
  /** Returns whether a reply shows that it belongs to another request (interpretation G17). */
  readonly isReplyToAnother?: (seen: Observation) => boolean
}

/** A member that a plain request leaves out, and a value for it. */
export interface NamedMember {
  /** The steps to it; `*` stands for each item of a list, and for a value that stands in place of a list. */
  readonly path: readonly string[]
  readonly value: unknown
}

/** Constraints of a request schema that no request of an operation can meet, or break and nothing else. */
export interface Blank {
  /** Each as its place and keyword, or the beginning of that. */
  readonly constraints: readonly string[]
  readonly lacks: 'valid' | 'violating'
  /** One clause for people; names the interpretation that leaves it open, where one does. */
  readonly reason: string
}

/** The cost of an accepted request. */
export interface Cost {
  /** Calls of a text model. */
  readonly calls: number
  /** Generated images. */
  readonly images: number
}

/**
 * A known-good request that the plan starts from. The first of an operation is its plain request (interpretation G2).
 */
export interface Template {
  /** Unique within its operation, for example `two-tools`. */
  readonly id: string
  readonly operation: Endpoint
  readonly value: RequestValue
  /** Abilities a target needs to accept it; left out where the vendor declares them absent. */
  readonly capabilities?: readonly Capability[]
  /** True if the `smoke` profile sends it too. */
  readonly smoke?: true
}

/** A request that asks for an ability, sent where the vendor declares it absent. */
export interface Declarable extends Template {
  readonly capabilities: readonly [Capability]
  /** Returns whether an accepting reply shows that the ability is there; by default acceptance shows it. */
  readonly shows?: (seen: Observation) => boolean
}

import type { OpenSite, Validation } from '../../../schemas/index.ts'
import type { CredentialForm } from './credential.ts'
import type { RecordedRequest } from './exchange.ts'
import type { Observation } from './observation.ts'
import type { TokenReader } from './token-counts.ts'
import type { Area, Capability, Endpoint } from './vocabulary.ts'

/**
 * The parts of a request that the specification has rules for, as one value, described by the request schemas.
 * Multipart forms appear as facts about their fields and files, JSON bodies as they are on the wire.
 */
export interface RequestValue {
  /** Parameters in the path, for example `{ model: 'content-model-1' }`. */
  readonly path?: Readonly<Record<string, string>>
  /** The headers that the specification has rules for, with names in lower case. Repeated ones are joined by `, `. */
  readonly header?: Readonly<Record<string, string>>
  /** Absent if the request has no body or its body cannot be read. */
  readonly body?: unknown
}

/** The `type` of the events that begin and end a stream. */
export interface StreamEnds {
  readonly firstEvent: string
  readonly lastEvent: string
}

/** An endpoint of section 4: how to recognise, read and write its requests, and its schemas. */
export interface Operation {
  readonly id: Endpoint
  readonly area: Area
  /** One line, for example `POST /v1/messages (stream)`. */
  readonly title: string
  readonly method: 'GET' | 'POST'
  readonly credential: CredentialForm
  /** True if a successful reply is an event stream. */
  readonly streams: boolean
  /** True if each event of its streams has its type in `type`. */
  readonly typedEvents?: true
  /**
   * The place of the member by which a request asks for this operation or for the other one of its path, such as
   * `/body/stream`.
   */
  readonly chosenBy?: string
  /** The events that begin and end each of its streams (interpretation S7). */
  readonly streamEnds?: StreamEnds
  /** Names of schemas in `schemas/`. */
  readonly schemas: {
    /** Describes a `RequestValue`; absent for an operation without parameters. */
    readonly request?: string
    /** Describes the JSON body of a successful reply. */
    readonly reply?: string
    /** Describes the payload of one event of a successful stream. */
    readonly event?: string
    /** Describes the body of a rejection, if section 7 shows one. */
    readonly error?: string
  }
  /** Validates with other schemas than those of this package; by default with those. */
  readonly validate?: (schema: string, value: unknown) => Validation
  /**
   * The members by which a JSON body is recognised as a response of this operation: it has at least one of them, not
   * null. A body without any of them cannot pass a requirement.
   */
  readonly responseSignature: {
    readonly reply: readonly string[]
    /** Absent if the specification shows no error body. */
    readonly error?: readonly string[]
  }
  /** Returns whether a request is for this operation. At most one operation matches. */
  matches(request: RecordedRequest): boolean
  /** The inverse of `write`. If the body cannot be read (malformed JSON, no multipart form), `body` is absent. */
  read(request: RecordedRequest): RequestValue
  /**
   * Returns the places of a request whose value is unspecified or was not recorded, although `read` finds nothing there.
   * Nothing is violated at these places.
   */
  openPlaces?(request: RecordedRequest, isWithoutFiles: boolean): readonly OpenSite[]
  /** Returns the request for `value`, with the valid key. */
  write(value: RequestValue): RecordedRequest
  /** Returns the cost that a gateway bills for `value`. */
  cost(value: RequestValue): Cost
  /**
   * The defaults of its optional members. They are named if a target accepts no plain request without them
   * (interpretation G2).
   */
  readonly explicit?: readonly NamedMember[]
  /** The places of the numbers that limit a reply's tokens. A model may allow fewer (interpretation M6). */
  readonly tokenLimits?: readonly string[]
  /** The members that no request has, and those that no request has together. */
  readonly exclusions?: Exclusions
  /** The parts of the request schema that no request can cover. */
  readonly blanks?: readonly UncoverableConstraints[]
  /** Returns whether a reply rejects the credential although its status does not (interpretations G11, T1). */
  readonly denies?: (status: number, json: unknown) => boolean
  /** Returns whether a reply shows that it belongs to another request (interpretation G17). */
  readonly isReplyToAnother?: (seen: Observation) => boolean
  /** The member of a reply that states the reason of its end; absent if there is none. */
  readonly endMember?: string
  /** Reads the token counts of its replies; absent if they have none. */
  readonly tokens?: TokenReader
}

/** A member that a plain request omits, and a value for it. */
export interface NamedMember {
  /** The steps to it. `*` stands for each item of a list, or for a value in place of a list. */
  readonly path: readonly string[]
  readonly value: unknown
}

/** Optional members of a request that the schema permits and the specification leaves open (interpretation G16). */
export interface Exclusions {
  /** Matches the places of members that no request has. */
  readonly alone?: RegExp
  /** Two patterns each: a place that matches one, and a place that matches the other, are never in one request. */
  readonly together?: readonly (readonly [RegExp, RegExp])[]
}

/** Constraints of a request schema that no request of an operation can satisfy, or that none can violate alone. */
export interface UncoverableConstraints {
  /** Each as its place and keyword, or a prefix of that. */
  readonly constraints: readonly string[]
  readonly lacks: 'valid' | 'violating'
  /** One clause. Names the interpretation, if one leaves the constraint open. */
  readonly reason: string
}

/** The cost of an accepted request. */
export interface Cost {
  /** Calls of a text model. */
  readonly calls: number
  /** Generated images. */
  readonly images: number
}

/** Adds up costs. */
export function totalCost(costs: readonly Cost[]): Cost {
  return {
    calls: costs.reduce((sum, { calls }) => sum + calls, 0),
    images: costs.reduce((sum, { images }) => sum + images, 0),
  }
}

/** A valid request that planning starts from. The first of an operation is its plain request (interpretation G2). */
export interface Template {
  /** Unique within its operation, for example `two-tools`. */
  readonly id: string
  readonly operation: Endpoint
  readonly value: RequestValue
  /** Capabilities that a target needs to accept it. It is omitted if the vendor declares one of them absent. */
  readonly capabilities?: readonly Capability[]
  /** True if the `smoke` profile sends it too. */
  readonly smoke?: true
}

/** A request that needs one capability. It is sent if the vendor declares that capability absent. */
export interface Declarable extends Template {
  readonly capabilities: readonly [Capability]
  /** Returns whether an accepting reply shows that the capability is present; by default, acceptance shows it. */
  readonly shows?: (seen: Observation) => boolean
}

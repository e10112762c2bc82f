import type { Catalogue } from '../../core/model/suite.ts'
import type { Capability, Endpoint, Profile } from '../../core/model/vocabulary.ts'
import type { Draft } from '../plan/draft.ts'
import type { Language } from '../plan/schema/language.ts'
import type { Shard } from '../plan/shard.ts'
import type { Proved, Subject } from '../plan/subject.ts'

/** The options of a plan. */
export interface PlanOptions {
  readonly catalogue: Catalogue
  readonly operations: readonly Endpoint[]
  readonly profile: Profile
  readonly seed: number
  /** Capabilities that the vendor declares absent. */
  readonly unsupported?: readonly Capability[]
  /** Limits the plan to some requirements. */
  readonly wants?: ((requirementId: string) => boolean) | undefined
  /** Plans only the share of one of several runs. */
  readonly shard?: Shard | undefined
  readonly language?: Language
  /** Called with the number of requests drawn so far, after each one. */
  readonly onDrawn?: OnDrawn | undefined
}

export type OnDrawn = (drawn: number) => void

/** The most requests of a plan, and the most of each kind for one operation. */
interface Effort {
  /** All requests. Downloads of images and second attempts come on top. */
  readonly requests: number
  /** Requests as clients send them. */
  readonly clients: number
  /** Requests that should be accepted, in addition to the plain one and those of clients. */
  readonly drawn: number
  /** Plain requests in other spellings, for an operation without parameters. */
  readonly spelled: number
  /** Single-violation requests. */
  readonly violations: number
}

export const efforts: Readonly<Record<Profile, Effort>> = {
  smoke: { requests: 40, clients: 0, drawn: 1, spelled: 0, violations: 40 },
  standard: { requests: 1290, clients: 28, drawn: 48, spelled: 6, violations: 180 },
  thorough: { requests: 5000, clients: 28, drawn: 160, spelled: 12, violations: 800 },
}

/** The plain request of one operation. */
export interface PlainRequest {
  readonly subject: Subject
  /** As a value and as bytes. */
  readonly proved: Proved
  readonly plain: Draft
}

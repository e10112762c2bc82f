import type { Observation } from './observation.ts'
import type { Area } from './vocabulary.ts'

/** A feature of the interface in one area, as clients name it, told by what a request asks and what a reply shows. */
export interface Feature {
  /** For example `streamed-tools`. The same feature of two areas has one id. */
  readonly id: string
  /** For example `Streamed tools`. */
  readonly name: string
  /** Returns whether a request uses it. Only requests that violate nothing are asked, except by a feature of rejections. */
  readonly asks: (seen: Observation) => boolean
  /** Returns whether a reply shows it; absent if no reply can. */
  readonly shows?: (seen: Observation) => boolean
  /**
   * The names of members that belong to it, in requests, replies and events. A violation at such a member is one of this
   * feature, and of no other.
   */
  readonly members?: readonly string[]
  /** Set if only violations at its members break it, since every request asks for it. */
  readonly ofMembersOnly?: true
  /** Set if it is about requests that have to be rejected: `each` if all have to, `most` if more than half. */
  readonly rejects?: 'each' | 'most'
}

/** The features of an area, in the order of reports. */
export type FeaturesOfArea = ReadonlyMap<Area, readonly Feature[]>

import type { Endpoint } from './vocabulary.ts'

/** The harmful effects of a defect on a client, the worst first. */
export const effects = ['breaks', 'may-break', 'wrong', 'may-be-wrong'] as const

/**
 * The effect of a defect on a client:
 *
 * - `breaks`: it raises an exception, or waits forever
 * - `may-break`: some forms of the defect break it, others do not
 * - `wrong`: it returns a wrong value, or none, without an error
 * - `may-be-wrong`: some forms of the defect do so
 */
export type Effect = (typeof effects)[number]

/** The effect that a cause had on a client, in experiments with the reference server. */
export interface ClientEffect {
  /** The name that `--clients` takes. */
  readonly client: string
  /** The packages that were tried, each with its version. */
  readonly packages: readonly string[]
  readonly effect: Effect
  /** The exercise that shows it, such as `stream`. */
  readonly exercise?: string
  /** The exception, or the first value that differs. */
  readonly detail?: string
}

/** The effect of the causes of a run on a client that `--clients` names. */
export interface ClientVerdict extends Pick<ClientEffect, 'client' | 'packages'> {
  /** False if the run tested none of the operations that the client uses. */
  readonly isTested: boolean
  /** The worst effect of a cause. Absent if no cause is known to harm the client. */
  readonly effect?: Effect
  /** The numbers of the causes with this effect, from 1, in the order of the report. */
  readonly causes: readonly number[]
}

/** Returns whether the client stops working, always or with some forms of the defect. */
export function isBreaking(effect: Effect | undefined): boolean {
  return effect === 'breaks' || effect === 'may-break'
}

export function worstEffect(found: readonly Effect[]): Effect | undefined {
  return effects.find((effect) => found.includes(effect))
}

/** The facts of a run about its target that tell which experiments with clients are like it. */
export interface ShownByRun {
  /**
   * Returns whether a requirement failed on an operation; `undefined` if it does not apply there, false if the run did
   * not judge it.
   */
  readonly fails: (requirement: string, operation: Endpoint) => boolean | undefined
  /** Returns the places of replies at which a requirement is violated. */
  readonly signs: (requirement: string, operation: Endpoint) => readonly Sign[]
  /** Returns whether an operation serves no valid request, and a result tells of it. */
  readonly servesNothing: (requirement: string, operation: Endpoint) => boolean
  /** Returns whether the plain request of an operation was accepted as it is. */
  readonly servesPlain: (operation: Endpoint) => boolean
}

/** A place of replies at which a requirement is violated, and the kind of value there. */
export interface Sign {
  readonly in: 'status' | 'header' | 'body' | 'event'
  /** The name of the header, or the kind of the event. */
  readonly of?: string
  /** The place in the body or the payload, with `*` for each index; absent for the whole. */
  readonly pointer?: string
  readonly value?: 'absent' | 'null' | 'empty' | 'array' | 'object' | 'string' | 'number' | 'boolean'
  /** Set if a reply has events of this kind without the violation, too. */
  readonly isInSome?: true
}

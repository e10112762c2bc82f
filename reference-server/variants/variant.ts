import { createHash } from 'node:crypto'
import type { Area } from '../../conformance/core/model/vocabulary.ts'
import { type Alteration, type Alterations, composed } from '../alterations.ts'
import type { IncomingRequest } from '../incoming-request.ts'
import { type ReferenceServer, startReferenceServer } from '../index.ts'
import type { Reply } from '../reply.ts'

/** A conforming gateway with unusual habits. */
export interface Variant {
  readonly id: string
  /** The habit, as the end of the sentence "a gateway that …". */
  readonly name: string
  /** The interpretations, or the section of the specification, that permit it. */
  readonly permittedBy: string
  readonly areas: readonly Area[]
  /** Returns its alterations for one server. They may remember the requests to it. */
  readonly alterations: () => Alterations
  /** The requirements of level `implied` that it fails, each with the reason why a warning is correct. */
  readonly warns?: Readonly<Record<string, string>>
}

/** Makes the alterations of a variant that remembers nothing. */
export function replies(...alterations: readonly Alteration[]): Variant['alterations'] {
  const alter = composed(...alterations)
  return () => ({ alter })
}

interface RunningVariant extends Pick<ReferenceServer, 'url' | 'close'> {
  /** Returns the number of responses that differ from those of the reference server. */
  readonly altered: () => number
}

export async function startVariant({ alterations }: Variant): Promise<RunningVariant> {
  const { alter, alterPicture } = alterations()
  let count = 0
  const counted = (before: Reply, after: Reply = before): Reply => {
    if (after !== before) count += 1
    return after
  }
  const { url, close } = await startReferenceServer({
    alterations: {
      alter: (reply, request) => counted(reply, alter?.(reply, request)),
      alterPicture: (reply, address) => counted(reply, alterPicture?.(reply, address)),
    },
  })
  return { url, close, altered: () => count }
}

/**
 * Returns a function that numbers different requests from 1. It returns 0 for a repeated request, so that random
 * problems never occur twice for the same request.
 */
export function startNumbering(): (identity: string) => number {
  const seen = new Set<string>()
  return (identity) => {
    const digest = createHash('sha256').update(identity).digest('base64')
    return seen.has(digest) ? 0 : seen.add(digest).size
  }
}

/** Returns a text that is equal for repeated requests. */
export function identityOf({ endpoint, presented, value, spelling }: IncomingRequest): string {
  return JSON.stringify([endpoint, presented, value, spelling])
}

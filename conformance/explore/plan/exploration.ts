import fc from 'fast-check'
import type { RequestValue, Template } from '../../model/operation.ts'
import { shapeOf } from '../schema/shape.ts'
import { byPlace, walk } from '../schema/walk.ts'
import { arbitraryFor } from '../values/arbitrary.ts'
import { seedFor } from '../values/seed.ts'
import { type Proved, prove, type Subject } from './subject.ts'

/** What drawing came to. */
export interface Drawn {
  readonly proved: readonly Proved[]
  /** Drawn values that were not certainly valid. */
  readonly rejected: number
}

/** For one request that is wanted, no more than this many are drawn. */
const patience = 30
/** Members of the body that one draw replaces or adds. */
const mostMembers = 3

/** Templates with some members of their bodies drawn from the schema. Nearly valid, to be filtered by `prove`. */
export function requestValues({ language, root, templates }: Subject): fc.Arbitrary<RequestValue> | undefined {
  if (root === undefined) return undefined
  const arbitraries = templates.flatMap((template) => {
    const sites = byPlace(walk(language, root, template.value)).get('/body') ?? []
    const { properties } = shapeOf(
      language,
      sites.map(({ node }) => node),
    )
    const members = [...properties].map(([name, nodes]) => [name, arbitraryFor(language, nodes, 1)] as const)
    return members.length === 0 ? [] : [overlaid(template, members)]
  })
  return arbitraries.length === 0 ? undefined : fc.oneof(...arbitraries)
}

function overlaid(template: Template, members: readonly (readonly [string, fc.Arbitrary<unknown>])[]) {
  const names = members.map(([name]) => name)
  const picked = fc.subarray(names, { minLength: 1, maxLength: Math.min(mostMembers, names.length) })
  return fc.tuple(fc.record(Object.fromEntries(members)), picked).map(([all, chosen]): RequestValue => {
    const drawn = Object.fromEntries(chosen.map((name) => [name, all[name]]))
    return { ...template.value, body: { ...(template.value.body as object), ...drawn } }
  })
}

/** Random requests that are certainly valid: the same ones for the same seed. */
export function drawValid(subject: Subject, seed: number, count: number): Drawn {
  const arbitrary = requestValues(subject)
  if (arbitrary === undefined || count === 0) return { proved: [], rejected: 0 }
  const values = fc.sample(arbitrary, { seed: seedFor(seed, subject.operation.id), numRuns: count * patience })
  const proved: Proved[] = []
  let rejected = 0
  for (const value of values) {
    if (proved.length === count) break
    const one = prove(subject, value)
    if (one === undefined) rejected += 1
    else proved.push(one)
  }
  return { proved, rejected }
}

/** Some of a list, chosen at random: the same ones for the same seed. */
export function drawFrom<T>(all: readonly T[], { operation }: Subject, seed: number, count: number): readonly T[] {
  const most = Math.min(count, all.length)
  const some = fc.shuffledSubarray([...all], { minLength: most, maxLength: most })
  return fc.sample(some, { seed: seedFor(seed, `${operation.id} broken`), numRuns: 1 })[0] ?? []
}

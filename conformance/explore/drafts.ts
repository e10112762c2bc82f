import type { Profile } from '../model/vocabulary.ts'
import { additionsFor } from './coverage.ts'
import { acceptable, type Draft, packedDraft, refusable } from './draft.ts'
import { drawBroken, drawValid } from './exploration.ts'
import { packed } from './pack.ts'
import { numbered, slug, uniqueNames } from './slug.ts'
import { prove, type Subject } from './subject.ts'
import { type Broken, violationsOf } from './violations.ts'

/** All that one operation would send, kind by kind. */
export interface Drafts {
  readonly subject: Subject
  /** The known-good requests, the plain one first. */
  readonly templates: readonly Draft[]
  readonly packs: readonly Draft[]
  readonly violations: readonly Draft[]
  /** Random valid requests, as many as the profile wants at most. */
  readonly valid: readonly Draft[]
  /** Random single violations. */
  readonly broken: readonly Draft[]
}

/** How much randomness each profile adds to an operation. */
const random: Readonly<Record<Profile, { readonly valid: number; readonly broken: number }>> = {
  smoke: { valid: 0, broken: 0 },
  standard: { valid: 3, broken: 8 },
  thorough: { valid: 25, broken: 80 },
}

/** Drafts the requests of one operation. */
export function draftsFor(subject: Subject, profile: Profile, seed: number): Drafts {
  const templates = templateDrafts(subject, profile)
  const packs = profile === 'smoke' ? [] : packDrafts(subject)
  const violations = violationDrafts(subject, [...templates, ...packs], profile)
  const { valid, broken } = random[profile]
  return {
    subject,
    templates,
    packs,
    violations,
    valid: validDrafts(subject, seed, valid),
    broken: brokenDrafts(subject, [...templates, ...packs], seed, broken),
  }
}

/** The plain request is always among them: it is the good twin of most violations. */
function templateDrafts(subject: Subject, profile: Profile): readonly Draft[] {
  const wanted = subject.templates.filter(({ smoke }, index) => profile !== 'smoke' || smoke === true || index === 0)
  return wanted.map((template, index) => {
    const proved = prove(subject, template.value)
    if (proved === undefined)
      throw new Error(`${subject.operation.id}: the template ${template.id} is not certainly valid`)
    const id = `${subject.operation.id}/template/${numbered(index + 1)}-${slug(template.id)}`
    return acceptable(subject, id, 'coverage', `the template ${template.id}`, proved)
  })
}

function packDrafts(subject: Subject): readonly Draft[] {
  return packed(subject, additionsFor(subject)).map((pack, index) => packedDraft(subject, pack, index + 1))
}

/**
 * One violation for each requirement and constraint, from the first request that reaches it; under `thorough` from
 * every request that does.
 */
function violationDrafts(subject: Subject, bases: readonly Draft[], profile: Profile): readonly Draft[] {
  const met = new Map<object, Set<string>>()
  const name = uniqueNames()
  return bases.flatMap(({ planned, value }) => {
    if (value === undefined) return []
    const fresh = [...violationsOf(subject, value)].filter((broken) => isFresh(met, broken, profile, planned.id))
    return fresh.map((broken) =>
      refusable(subject, violationId(subject, broken, name), 'violation', broken, planned.id),
    )
  })
}

function isFresh(met: Map<object, Set<string>>, broken: Broken, profile: Profile, base: string): boolean {
  const scope = profile === 'thorough' ? [base, broken.pointer] : []
  const key = JSON.stringify([broken.requirement, broken.keyword, ...scope])
  const known = met.get(broken.schema) ?? new Set()
  if (known.has(key)) return false
  met.set(broken.schema, known.add(key))
  return true
}

function violationId({ operation }: Subject, { requirement }: Broken, name: (wanted: string) => string): string {
  return `${operation.id}/violation/${name(requirement.slice(requirement.indexOf('.') + 1))}`
}

function validDrafts(subject: Subject, seed: number, count: number): readonly Draft[] {
  return drawValid(subject, seed, count).proved.map((proved, index) => {
    const id = `${subject.operation.id}/exploration/valid-${numbered(index + 1)}`
    return acceptable(subject, id, 'exploration', 'drawn at random from the schema', proved)
  })
}

function brokenDrafts(subject: Subject, bases: readonly Draft[], seed: number, count: number): readonly Draft[] {
  const values = bases.map(({ value }) => value).filter((value) => value !== undefined)
  return drawBroken(subject, values, seed, count).map((broken, index) => {
    const id = `${subject.operation.id}/exploration/broken-${numbered(index + 1)}`
    const twin = bases.find(({ value }) => value === broken.base)?.planned.id ?? ''
    return refusable(subject, id, 'exploration', broken, twin)
  })
}

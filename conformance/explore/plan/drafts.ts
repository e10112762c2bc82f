import type { Profile } from '../../model/vocabulary.ts'
import { additionsFor } from './coverage.ts'
import { acceptable, type Draft, packedDraft, refusable } from './draft.ts'
import { drawFrom, drawValid } from './exploration.ts'
import { packed } from './pack.ts'
import { type Shown, startShown } from './shown.ts'
import { numbered, slug, uniqueNames } from './slug.ts'
import { prove, type Subject } from './subject.ts'
import { always, startTries, type Tries } from './tries.ts'
import { type Broken, confirmed, type Lone, type Suspect, suspectsOf } from './violations.ts'

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

/** Drafts the requests of one operation. `shown` is what earlier operations show and this one need not show again. */
export function draftsFor(subject: Subject, profile: Profile, seed: number, shown = startShown()): Drafts {
  const templates = templateDrafts(subject, profile)
  const packs = profile === 'smoke' ? [] : packDrafts(subject, shown)
  const tries = profile === 'thorough' ? always : startTries()
  const faults = [...templates, ...packs].flatMap((base) => faultsOf(subject, base, tries))
  const { valid, broken } = random[profile]
  return {
    subject,
    templates,
    packs,
    violations: violationDrafts(subject, faults, profile),
    valid: validDrafts(subject, seed, valid),
    broken: brokenDrafts(subject, drawFrom(faults, subject, seed, broken)),
  }
}

/** What would be a single violation of a request that is itself in the plan. */
interface Fault {
  readonly suspect: Suspect
  /** The case's id. */
  readonly twin: string
}

function faultsOf(subject: Subject, { planned, value }: Draft, tries: Tries): readonly Fault[] {
  if (value === undefined) return []
  return [...suspectsOf(subject, value, tries)].map((suspect) => ({ suspect, twin: planned.id }))
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

function packDrafts(subject: Subject, shown: Shown): readonly Draft[] {
  return packed(subject, additionsFor(subject, shown)).map((pack, index) => packedDraft(subject, pack, index + 1))
}

/**
 * One violation for each requirement and constraint, from the first request that reaches it; under `thorough` from
 * every request that does.
 */
function violationDrafts(subject: Subject, faults: readonly Fault[], profile: Profile): readonly Draft[] {
  const name = uniqueNames()
  const met = new Set<string>()
  const isNew = (lone: Lone, twin: string) => brokenBy(lone, twin, profile).some((what) => !met.has(what))
  return faults.flatMap(({ suspect, twin }) => {
    const broken = isNew(suspect, twin) ? confirmed(subject, suspect) : undefined
    if (broken === undefined || !isNew(broken, twin)) return []
    for (const what of brokenBy(broken, twin, profile)) met.add(what)
    return [refusable(subject, violationId(subject, broken, name), 'violation', broken, twin)]
  })
}

/**
 * What is broken, whichever item of a list it stands in: the requirement at its place of the request, and each
 * constraint at its place of the schema; under `thorough` also in which request.
 */
function brokenBy({ requirement, keyword, pointer, constraints }: Lone, twin: string, profile: Profile) {
  if (profile === 'thorough') return [...constraints, JSON.stringify([requirement, keyword, pointer, twin])]
  return [...constraints, JSON.stringify([requirement, keyword, pointer.replaceAll(/\/\d+(?=\/|$)/g, '/#')])]
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

function brokenDrafts(subject: Subject, faults: readonly Fault[]): readonly Draft[] {
  return faults.flatMap(({ suspect, twin }, index) => {
    const broken = confirmed(subject, suspect)
    const id = `${subject.operation.id}/exploration/broken-${numbered(index + 1)}`
    return broken === undefined ? [] : [refusable(subject, id, 'exploration', broken, twin)]
  })
}

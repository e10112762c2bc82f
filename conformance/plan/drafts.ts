import { mediaType, type RecordedRequest } from '../model/exchange.ts'
import type { Profile } from '../model/vocabulary.ts'
import { additionsFor } from './coverage.ts'
import { type Draft, packedDraft, rejectable, templateDraft, uniqueNames } from './draft.ts'
import { packed } from './pack.ts'
import { digestOf, needsOf, type Subject } from './subject.ts'
import {
  always,
  type Broken,
  confirmed,
  type Lone,
  type Suspect,
  startTries,
  suspectsOf,
  type Tries,
} from './violations.ts'

/** Drafts the requests of one operation that are the same for every seed and configuration. */
export function fixedDrafts(subject: Subject, profile: Profile): readonly Draft[] {
  const templates = templateDrafts(subject, profile)
  const combined = profile === 'smoke' ? [] : combinedDrafts(subject)
  const tries = profile === 'thorough' ? always : startTries()
  // What can be broken without a special ability is broken without it.
  const controls = [...templates, ...combined].sort((one, other) => one.needs.length - other.needs.length)
  const suspects = controls.flatMap((control) => suspectedIn(subject, control, tries))
  return [...templates, ...combined, ...violationDrafts(subject, suspects, profile)]
}

/** What would be a single violation of a request that is itself in the plan. */
interface Suspected {
  readonly suspect: Suspect
  readonly control: Draft
}

function suspectedIn(subject: Subject, control: Draft, tries: Tries): readonly Suspected[] {
  const value = subject.operation.read(control.planned.request)
  return [...suspectsOf(subject, value, tries)].map((suspect) => ({ suspect, control }))
}

/** The plain request is always among them: it is the control request of most violations. */
function templateDrafts(subject: Subject, profile: Profile): readonly Draft[] {
  const wanted = subject.templates.filter(({ smoke }, index) => profile !== 'smoke' || smoke === true || index === 0)
  return wanted.map((template, index) => templateDraft(subject, template, index + 1))
}

function combinedDrafts(subject: Subject): readonly Draft[] {
  return packed(subject, additionsFor(subject)).map((pack, index) => packedDraft(subject, pack, index + 1))
}

/**
 * One violation for each requirement and constraint, from the first request that reaches it; under `thorough` from
 * every request that does.
 */
function violationDrafts(subject: Subject, suspects: readonly Suspected[], profile: Profile): readonly Draft[] {
  const name = uniqueNames()
  const met = new Set<string>()
  const isNew = (lone: Lone, control: string) => brokenBy(lone, control, profile).some((what) => !met.has(what))
  return suspects.flatMap(({ suspect, control }): readonly Draft[] => {
    const { id } = control.planned
    const broken = isNew(suspect, id) ? confirmed(subject, suspect) : undefined
    if (broken === undefined || !isNew(broken, id)) return []
    for (const what of brokenBy(broken, id, profile)) met.add(what)
    const planned = rejectable(subject, violationId(subject, broken, name), 'violation', broken, id)
    const needs = [...new Set([...control.needs, ...needsOf(subject, [broken.requirement])])]
    return [{ planned, kind: 'violation', needs, control: id }]
  })
}

/**
 * What is broken, whichever item of a list it stands in: the requirement at its place of the request, and each
 * constraint at its place of the schema; under `thorough` also in which request.
 */
function brokenBy({ requirement, keyword, pointer, constraints }: Lone, control: string, profile: Profile) {
  if (profile === 'thorough') return [...constraints, JSON.stringify([requirement, keyword, pointer, control])]
  return [...constraints, JSON.stringify([requirement, keyword, pointer.replaceAll(/\/\d+(?=\/|$)/g, '/#')])]
}

function violationId({ operation }: Subject, { requirement }: Broken, name: (wanted: string) => string): string {
  return `${operation.id}/violation/${name(requirement.slice(requirement.indexOf('.') + 1))}`
}

/** Each request once, whatever led to it. */
export function distinct(drafts: readonly Draft[]): readonly Draft[] {
  const met = new Set<string>()
  return drafts.filter(({ planned }) => {
    const bytes = digestOf(planned.request)
    if (met.has(bytes)) return false
    met.add(bytes)
    return true
  })
}

/** Tells requests apart that are none of these, and none that was asked about before. Of forms, whose bodies would have to be made, all are. */
export function noneOf(fixed: readonly Draft[]): (request: RecordedRequest) => boolean {
  const met = new Set(fixed.map(({ planned }) => jsonRequest(planned.request)))
  return (request) => {
    const text = jsonRequest(request)
    if (text === undefined) return true
    return !met.has(text) && met.add(text) !== undefined
  }
}

/** A request as text; not of a form, whose body would have to be made for it. */
function jsonRequest(request: RecordedRequest): string | undefined {
  const { method, path, headers } = request
  if (mediaType(headers) === 'multipart/form-data') return undefined
  return JSON.stringify([method, path, headers, Buffer.from(request.body).toString('latin1')])
}

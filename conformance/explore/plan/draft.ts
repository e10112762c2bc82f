import type { RequestValue } from '../../model/operation.ts'
import type { Case, Origin } from '../../model/plan.ts'
import { isSame } from '../schema/json.ts'
import { below, stepsOf } from '../schema/pointer.ts'
import type { Pack } from './pack.ts'
import { numbered, slug } from './slug.ts'
import type { Proved, Subject } from './subject.ts'
import type { Broken } from './violations.ts'

/** A case that may become part of the plan. */
export interface Draft {
  readonly planned: Case
  /** For a case that is to be accepted: the value it carries, from which violations can be made. */
  readonly value?: RequestValue
  /** For a violation: the id of the case that is its good twin (readings.md G9). */
  readonly twin?: string
}

/** The draft of a request that has to be accepted. */
export function acceptable(subject: Subject, id: string, origin: Origin, purpose: string, proved: Proved): Draft {
  const { operation } = subject
  const { request, value } = proved
  const cost = operation.cost(value)
  return {
    planned: { id, operation: operation.id, origin, purpose, request, cost, aims: aimsOf(subject, proved) },
    value,
  }
}

/** The draft of a packed request, with the smaller ones it divides into. */
export function packedDraft(subject: Subject, pack: Pack, count: number): Draft {
  const id = `${subject.operation.id}/coverage/${numbered(count)}-${nameOf(pack)}`
  const draft = acceptable(subject, id, 'coverage', purposeOf(pack), pack.proved)
  const parts = partsOf(subject, pack, id)
  return { ...draft, planned: { ...draft.planned, ...(parts.length === 0 ? {} : { parts }) } }
}

/** The draft of a request that has to be refused. Costs nothing: nobody bills a refusal. */
export function refusable(subject: Subject, id: string, origin: Origin, broken: Broken, twin: string): Draft {
  const { requirement, pointer, keyword, request } = broken
  const purpose = `breaks ${keyword} at ${pointer || 'the root'}, otherwise as ${twin}`
  const cost = { calls: 0, images: 0 }
  return { planned: { id, operation: subject.operation.id, origin, purpose, request, cost, aims: [requirement] }, twin }
}

/** The acceptance requirements a request speaks to: what it makes use of, or that it uses nothing, or several things. */
function aimsOf({ requirements }: Subject, { uses }: Proved): readonly string[] {
  const speaking = [...requirements.values()].filter((one) => one.kind === 'acceptance')
  const kind = uses.length === 0 ? 'plain' : uses.length > 1 ? 'combination' : undefined
  return [...uses, ...speaking.filter(({ speaksOf }) => speaksOf === kind).map(({ id }) => id)]
}

function partsOf(subject: Subject, { parts, proved: whole }: Pack, id: string): readonly Case[] {
  return parts.flatMap((part, index) => {
    const own = `${id}.${index + 1}`
    const smaller = partsOf(subject, part, own)
    // An addition may hold all the others: the same request once more would only hide that it was refused.
    if (isSame(part.proved.value, whole.value)) return smaller
    const { planned } = acceptable(subject, own, 'division', purposeOf(part), part.proved)
    return [smaller.length === 0 ? planned : { ...planned, parts: smaller }]
  })
}

function nameOf({ additions }: Pack): string {
  const [first] = additions
  const name = slug(first === undefined ? '' : lastWord(first.pointer, first.shows))
  return additions.length === 1 ? name : `${name}-and-${additions.length - 1}-more`
}

function lastWord(pointer: string, shows: string): string {
  const [place] = stepsOf(pointer)
    .filter((step) => !/^\d+$/.test(step))
    .slice(-1)
  return `${place ?? 'request'} ${shows.slice(pointer.length)}`
}

function purposeOf({ template, additions }: Pack): string {
  const shown = additions.slice(0, 4).map(({ shows }) => shows || below('', ''))
  const rest = additions.length > shown.length ? ` and ${additions.length - shown.length} more` : ''
  return `${template.id} with ${shown.join(', ')}${rest}`
}

import { below, stepsOf } from '../../schemas/json-pointer.ts'
import type { Template } from '../model/operation.ts'
import type { Case, Origin } from '../model/plan.ts'
import type { Capability } from '../model/vocabulary.ts'
import type { Pack } from './pack.ts'
import { isSame } from './schema/json.ts'
import { needsOf, type Proved, prove, type Subject } from './subject.ts'
import type { Broken } from './violations.ts'

/** Where a case of a plan comes from: a known-good request, several additions to one, one violation, or chance. */
export type Kind = 'template' | 'combined' | 'violation' | 'drawn'

/** A case that may become part of the plan. */
export interface Draft {
  readonly planned: Case
  readonly kind: Kind
  /** The abilities that a target needs for it to be of use: left out where the vendor declares one absent. */
  readonly needs: readonly Capability[]
  /** For a violation: the id of its control request, the same request without the violation. */
  readonly control?: string
  /** Of a drawn request: how many pairs of optional features it and those drawn after it show for the first time. */
  readonly news?: number
}

/** The draft of a request that has to be accepted. */
export function acceptable(subject: Subject, id: string, origin: Origin, purpose: string, proved: Proved): Case {
  const { operation } = subject
  const { request, value } = proved
  return {
    ...{ id, operation: operation.id, origin, purpose, request },
    ...{ cost: operation.cost(value), aims: aimsOf(subject, proved) },
  }
}

/** The draft of a template. */
export function templateDraft(subject: Subject, template: Template, count: number): Draft {
  const proved = prove(subject, template.value)
  if (proved === undefined)
    throw new Error(`${subject.operation.id}: the template ${template.id} is not certainly valid`)
  const id = `${subject.operation.id}/template/${numbered(count)}-${slug(template.id)}`
  const planned = acceptable(subject, id, 'coverage', `the template ${template.id}`, proved)
  return { planned, kind: 'template', needs: needsOf(subject, proved.uses, template) }
}

/** The draft of a packed request, with the smaller ones it divides into. */
export function packedDraft(subject: Subject, pack: Pack, count: number): Draft {
  const id = `${subject.operation.id}/coverage/${numbered(count)}-${nameOf(pack)}`
  const whole = acceptable(subject, id, 'coverage', purposeOf(pack), pack.proved)
  const parts = partsOf(subject, pack, id)
  const planned = { ...whole, ...(parts.length === 0 ? {} : { parts }) }
  return { planned, kind: 'combined', needs: needsOf(subject, pack.proved.uses, pack.template) }
}

/** A request that has to be rejected. Costs nothing: nobody bills a rejection. */
export function rejectable(subject: Subject, id: string, origin: Origin, broken: Broken, control: string): Case {
  const { requirement, pointer, keyword, request } = broken
  const purpose = `breaks ${keyword} at ${pointer || 'the root'}, otherwise as ${control}`
  const cost = { calls: 0, images: 0 }
  return { id, operation: subject.operation.id, origin, purpose, request, cost, aims: [requirement] }
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
    const planned = acceptable(subject, own, 'division', purposeOf(part), part.proved)
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

/** A name for part of a case's id: lower case, words joined by hyphens. */
function slug(text: string): string {
  const words = text.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()
  return words
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 48)
}

/** Hands out names, each once: a name asked for again gets a number. */
export function uniqueNames(): (name: string) => string {
  const taken = new Map<string, number>()
  return (name) => {
    const count = (taken.get(name) ?? 0) + 1
    taken.set(name, count)
    return count === 1 ? name : `${name}-${count}`
  }
}

/** A number with leading zeros, so that ids sort as they are counted. */
export function numbered(count: number): string {
  return String(count).padStart(2, '0')
}

import fc from 'fast-check'
import type { RecordedRequest } from '../model/exchange.ts'
import type { RequestValue } from '../model/operation.ts'
import type { Case, Plan } from '../model/plan.ts'
import type { Draws } from '../plan/budget.ts'
import { mixed, totalOf } from '../plan/budget.ts'
import { acceptable, type Draft, numbered, rejectable, templateDraft } from '../plan/draft.ts'
import { needsOf, prove, type Subject } from '../plan/subject.ts'
import type { DrawnCases, ToDraw } from '../plan/to-draw.ts'
import { seedFor } from '../plan/values/seed.ts'
import { drawInvalid, drawUnspecified, drawValid } from './draw.ts'
import { featuresOf, pairsOf } from './features.ts'
import { respelled } from './respelled.ts'
import { sequencesOfRound } from './sequences/index.ts'
import { type Spelling, spellingInWords, spellings } from './spelling.ts'

/** Draws requests of one operation beside those that are sent anyway: the same ones for the same seed. */
export function drawnCases(toDraw: ToDraw): DrawnCases {
  const { subject, controls, seed, draws, isNew } = toDraw.from()
  const sent = controls.map((draft) => ({ draft, value: subject.operation.read(draft.planned.request) }))
  const from = { subject, sent, seed, round: '', isNew }
  return {
    valid: [
      ...spelledDrafts(from, draws.spelled),
      ...unspecifiedDrafts(from, draws.unspecified),
      ...validDrafts(from, draws.valid),
    ],
    broken: brokenDrafts(from, draws.broken),
  }
}

/**
 * Draws requests of several operations beside what they are built on, which is not sent again: one round of an exploration
 * that goes on as long as is wished. Every round draws something else, the same for the same seed.
 */
export function drawnRound(subjects: readonly Subject[], seed: number, round: number, draws: Draws): Plan {
  const cases = subjects.map((subject) => {
    const templates = subject.templates.map((template, index) => templateDraft(subject, template, index + 1))
    const sent = templates.map((draft) => ({ draft, value: subject.operation.read(draft.planned.request) }))
    const from = {
      subject,
      sent,
      seed: seedFor(seed, `round ${round}`),
      round: `round-${numbered(round)}-`,
      isNew: always,
    }
    const drafts = [
      ...spelledDrafts(from, draws.spelled),
      ...validDrafts(from, draws.valid),
      ...unspecifiedDrafts(from, draws.unspecified),
      ...brokenDrafts(from, draws.broken),
    ]
    return drafts.map(({ planned }) => planned)
  })
  const all = mixed(cases)
  const here = subjects.map(({ operation }) => operation.id)
  const probes = sequencesOfRound(round).filter(({ operation }) => here.includes(operation))
  const { requests, calls, images } = totalOf(all, probes)
  return { cases: all, probes, aims: new Set(), requests, cost: { calls, images } }
}

/** What is drawn for one operation, and from which seed. */
interface From {
  readonly subject: Subject
  readonly sent: readonly Accepted[]
  readonly seed: number
  /** What ids of a later round begin with. */
  readonly round: string
  isNew(request: RecordedRequest): boolean
}

const always = () => true

/** A fixed request that is to be accepted, and the value that it carries. */
interface Accepted {
  readonly draft: Draft
  readonly value: RequestValue
}

/** Drawn requests that are to be accepted, which show what those sent anyway do not. */
function validDrafts({ subject, sent, seed, round, isNew }: From, count: number): readonly Draft[] {
  const values = sent.map(({ value }) => value)
  const others = spellingsFor(subject, `${seed} ${round}valid`, count)
  const all = drawValid(subject, seed, count, values, isNew)
  const left = newPairsFromEachOn(
    subject,
    values,
    all.map(({ drawn }) => drawn.value),
  )
  return all.map(({ drawn, path }, index) => {
    const id = `${subject.operation.id}/exploration/${round}valid-${numbered(index + 1)}`
    const spelling = index % 2 === 0 ? undefined : others[index]
    const otherwise = spelling && respelled(subject.operation, drawn.request, spelling)
    const words = spelling && otherwise ? `, spelled with ${spellingInWords(spelling)}` : ''
    const proved = otherwise === undefined ? drawn : { ...drawn, request: otherwise }
    const planned = acceptable(subject, id, 'exploration', `drawn (path ${path})${words}`, proved)
    return { planned, kind: 'drawn', needs: needsOf(subject, drawn.uses), news: left[index] ?? 0 }
  })
}

/** For each of some drawn requests, how many pairs of optional features it and those after it show that none before did. */
function newPairsFromEachOn(
  { operation, language }: Subject,
  sent: readonly RequestValue[],
  drawn: readonly RequestValue[],
): readonly number[] {
  const { request: schema } = operation.schemas
  if (schema === undefined) return []
  const pairsIn = (values: readonly RequestValue[]) =>
    values.flatMap((value) => pairsOf(featuresOf(language, schema, value)))
  const all = new Set(pairsIn([...sent, ...drawn])).size
  const seen = new Set(pairsIn(sent))
  return drawn.map((value) => {
    const left = all - seen.size
    for (const pair of pairsIn([value])) seen.add(pair)
    return left
  })
}

/** The plain request in other spellings: a target that reads one of them otherwise is seen without anything beside it. */
function spelledDrafts({ subject, seed, round }: From, count: number): readonly Draft[] {
  const [template] = subject.templates
  const plain = template && prove(subject, template.value)
  if (template === undefined || plain === undefined) return []
  return spellingsFor(subject, `${seed} ${round}plain`, count).map((spelling, index): Draft => {
    const request = respelled(subject.operation, plain.request, spelling)
    const id = `${subject.operation.id}/exploration/${round}spelled-${numbered(index + 1)}`
    const words = request === undefined ? 'once more' : `spelled with ${spellingInWords(spelling)}`
    const sent = { ...plain, request: request ?? plain.request }
    const planned = acceptable(subject, id, 'exploration', `the plain request, ${words}`, sent)
    return { planned, kind: 'drawn', needs: needsOf(subject, plain.uses, template) }
  })
}

function spellingsFor({ operation }: Subject, name: string, count: number): readonly Spelling[] {
  return fc.sample(spellings, { seed: seedFor(0, `${operation.id} ${name}`), numRuns: count })
}

/** Drawn requests that ask for what the specification leaves unspecified: no requirement is about their acceptance. */
function unspecifiedDrafts({ subject, seed, round, isNew }: From, count: number): readonly Draft[] {
  const { operation } = subject
  return drawUnspecified(subject, seed, count, isNew).map(({ drawn: { request, value }, path }, index) => {
    const id = `${operation.id}/exploration/${round}unspecified-${numbered(index + 1)}`
    const purpose = `drawn, asks for what is unspecified (path ${path})`
    const cost = operation.cost(value)
    const planned: Case = { id, operation: operation.id, origin: 'exploration', purpose, request, cost, aims: [] }
    return { planned, kind: 'drawn', needs: [] }
  })
}

/** Drawn requests that break one requirement each, otherwise as one of the first known-good requests. */
function brokenDrafts({ subject, sent, seed, round, isNew }: From, count: number): readonly Draft[] {
  const bases = sent.filter(({ draft }) => draft.kind === 'template').slice(0, 4)
  const values = bases.map(({ value }) => value)
  return drawInvalid(subject, seed, count, values, isNew).map(({ drawn, base }, index) => {
    const id = `${subject.operation.id}/exploration/${round}broken-${numbered(index + 1)}`
    const control = bases[base]?.draft.planned.id ?? ''
    const planned = rejectable(subject, id, 'exploration', drawn, control)
    return { planned, kind: 'drawn', needs: needsOf(subject, [drawn.requirement]), control }
  })
}

import type { RequestValue, Template } from '../../model/operation.ts'
import { isSame } from '../schema/json.ts'
import { isWithin, set } from '../schema/pointer.ts'
import { byPlace, type Site, walk } from '../schema/walk.ts'
import { type Edge, edgesOf } from '../values/boundaries.ts'
import { type Changes, changesBetween } from '../values/changes.ts'
import { type Shown, startShown } from './shown.ts'
import { type Proved, prove, type Subject, say } from './subject.ts'

/** One change to a template, or to an earlier addition to it, after which the request is still certainly valid. */
export interface Addition {
  readonly template: Template
  readonly value: RequestValue
  /** What it changes itself, apart from what the addition it builds on had changed. */
  readonly own: Changes
  /** What it makes use of that the request it builds on does not. */
  readonly news: readonly string[]
  /** Where the change is. */
  readonly pointer: string
  /** What it shows, for example `/body/n maximum`. */
  readonly shows: string
  readonly proved: Proved
}

/** A value whose sites are still to be looked at, from `under` downwards. */
interface Task {
  readonly template: Template
  readonly value: RequestValue
  readonly under: string
}

/** Additions of one operation are never more than this; a schema that needs more has to be looked at. */
const most = 2000

/**
 * The additions that, beside the templates, show everything the request schema permits: each edge of each subschema
 * once. What an addition brings along is explored in its turn. Examples come last, for what is still unused then.
 */
export function additionsFor(subject: Subject, shown = startShown()): readonly Addition[] {
  const tasks: Task[] = subject.templates.map((template) => ({ template, value: template.value, under: '' }))
  for (const task of tasks) noteShown(subject, task.value, shown)
  const additions: Addition[] = []
  for (const withMinor of [false, true]) {
    for (const task of tasks) {
      for (const addition of additionsTo(subject, task, shown, withMinor)) {
        additions.push(addition)
        noteShown(subject, addition.value, shown)
        tasks.push({ template: task.template, value: addition.value, under: addition.pointer })
        if (additions.length >= most) throw new Error(`${subject.operation.id}: more than ${most} additions`)
      }
    }
  }
  return additions
}

function* additionsTo(subject: Subject, task: Task, shown: Shown, withMinor: boolean): Generator<Addition> {
  const before = new Set(say(subject, task.value).uses.map(({ requirement }) => requirement))
  for (const { site, edges } of placesOf(subject, task.value)) {
    if (!isWithin(site.pointer, task.under)) continue
    for (const edge of edges) {
      if (!isWanted(shown, site, edge) || (edge.isMinor && !withMinor)) continue
      const found = firstWorthwhile(subject, task.value, site, edge, shown)
      if (found === undefined || (edge.isMinor && !shown.isNewUse(found.proved.uses))) continue
      shown.add(site, edge)
      yield additionOf(task, site, edge, found, before)
    }
  }
}

interface Found {
  readonly value: RequestValue
  readonly proved: Proved
}

function additionOf(task: Task, { pointer }: Site, { key }: Edge, found: Found, before: ReadonlySet<string>): Addition {
  const own = changesBetween(task.value, found.value)
  const news = found.proved.uses.filter((use) => !before.has(use))
  return { template: task.template, ...found, own, news, pointer, shows: `${pointer} ${key}` }
}

/** What an earlier operation shows is shown again where it may lead to constraints that this one has not met. */
function isWanted(shown: Shown, site: Site, edge: Edge): boolean {
  return !shown.has(site, edge) && (edge.leadsOn === true || !shown.hasElsewhere(site, edge))
}

function leadsOn({ language, root }: Subject, value: RequestValue, shown: Shown): boolean {
  return root !== undefined && shown.isNewGround(walk(language, root, value))
}

/** The first value that shows an edge and is proved; what an earlier operation shows only where it leads on. */
function firstWorthwhile(
  subject: Subject,
  value: RequestValue,
  site: Site,
  edge: Edge,
  shown: Shown,
): Found | undefined {
  const isKnown = shown.hasElsewhere(site, edge)
  for (const replacement of edge.values()) {
    const next = set(value, site.pointer, replacement)
    if (isSame(next, value) || (isKnown && !leadsOn(subject, next, shown))) continue
    const proved = prove(subject, next)
    if (proved !== undefined) return { value: next, proved }
  }
  return undefined
}

function* placesOf(
  { language, root }: Subject,
  value: RequestValue,
): Generator<{ site: Site; edges: readonly Edge[] }> {
  if (root === undefined) return
  for (const sites of byPlace(walk(language, root, value)).values()) {
    const nodes = sites.map(({ node }) => node)
    for (const site of sites) yield { site, edges: edgesOf(language, site, nodes) }
  }
}

function noteShown(subject: Subject, value: RequestValue, shown: Shown): void {
  for (const { requirement } of say(subject, value).uses) shown.uses.add(requirement)
  for (const { site, edges } of placesOf(subject, value)) {
    shown.meet(site)
    for (const edge of edges) if (edge.isMet) shown.add(site, edge)
  }
}

import { isWithin, set } from '../../schemas/json-pointer.ts'
import type { RequestValue, Template } from '../model/operation.ts'
import { isSame } from './schema/json.ts'
import { byPlace, type Site, walk } from './schema/walk.ts'
import { type Proved, prove, type Subject, say } from './subject.ts'
import { type Edge, edgesOf } from './values/boundaries.ts'
import { type Changes, changesBetween } from './values/changes.ts'

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
 * once. What an addition brings along is explored in its turn. Examples come last, for what is still unused then. What
 * can be shown without special abilities is shown without them, so that it is still shown where one is absent.
 */
export function additionsFor(subject: Subject): readonly Addition[] {
  const plain = withoutAbilities(subject)
  const shown = startShown()
  const additions = explored(plain, [], shown)
  if (plain === subject) return additions
  return [...additions, ...explored(subject, additions, shown)]
}

function explored(subject: Subject, earlier: readonly Addition[], shown: Shown): readonly Addition[] {
  const roots: Task[] = subject.templates.map((template) => ({ template, value: template.value, under: '' }))
  const tasks = [...roots, ...earlier.map(taskOf)]
  for (const task of roots) noteShown(subject, task.value, shown)
  const additions: Addition[] = []
  for (const withMinor of [false, true]) {
    for (const task of tasks) {
      for (const addition of additionsTo(subject, task, shown, withMinor)) {
        additions.push(addition)
        noteShown(subject, addition.value, shown)
        tasks.push(taskOf(addition))
        if (additions.length >= most) throw new Error(`${subject.operation.id}: more than ${most} additions`)
      }
    }
  }
  return additions
}

function taskOf({ template, value, pointer }: Addition): Task {
  return { template, value, under: pointer }
}

/** The same operation of a target that has no special ability; the subject itself where it needs none. */
function withoutAbilities(subject: Subject): Subject {
  const special = [...subject.requirements.values()].flatMap(({ capability }) => capability ?? [])
  const templates = subject.templates.filter(({ capabilities = [] }) => capabilities.length === 0)
  if (special.length === 0 && templates.length === subject.templates.length) return subject
  return { ...subject, templates, unsupported: new Set(special) }
}

function* additionsTo(subject: Subject, task: Task, shown: Shown, withMinor: boolean): Generator<Addition> {
  const before = new Set(say(subject, task.value).uses.map(({ requirement }) => requirement))
  for (const { site, edges } of placesOf(subject, task.value)) {
    if (!isWithin(site.pointer, task.under)) continue
    for (const edge of edges) {
      if (shown.has(site, edge) || (edge.isMinor && !withMinor)) continue
      const found = firstProved(subject, task.value, site, edge)
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

/** The first value that shows an edge and is proved. */
function firstProved(subject: Subject, value: RequestValue, site: Site, edge: Edge): Found | undefined {
  for (const replacement of edge.values()) {
    const next = set(value, site.pointer, replacement)
    if (isSame(next, value)) continue
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
    for (const edge of edges) if (edge.isMet) shown.add(site, edge)
  }
}

/** The edges that an operation's requests show already, by the subschema they belong to, and what they make use of. */
export interface Shown {
  readonly uses: Set<string>
  has(site: Site, edge: Edge): boolean
  isNewUse(uses: readonly string[]): boolean
  add(site: Site, edge: Edge): void
}

/** Starts with nothing shown. */
function startShown(): Shown {
  const uses = new Set<string>()
  const bySchema = new WeakMap<object, Set<string>>()
  return {
    uses,
    has: ({ node }, { key }) => bySchema.get(node.schema)?.has(key) === true,
    isNewUse: (wanted) => wanted.some((use) => !uses.has(use)),
    add: ({ node }, { key }) => void bySchema.set(node.schema, (bySchema.get(node.schema) ?? new Set()).add(key)),
  }
}

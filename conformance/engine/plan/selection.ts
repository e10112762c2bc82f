import type { Constraint } from '../../../schemas/index.ts'
import { isOfRequests, operationsOf, type Requirement, resultKey } from '../../core/model/requirement.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'
import type { Draft, Scope } from './draft.ts'
import { reachable } from './schema/understood.ts'
import type { Share } from './shard.ts'
import type { Subject } from './subject.ts'

/** Requirements on operations, as `resultKey`s. */
type Keys = ReadonlySet<string>

type Wants = (requirementId: string) => boolean

/** This many rejections suffice to test requirements on rejections that no case aims at. */
export const fewRejections = 3

/**
 * Returns the aims of a plan as `resultKey`s. A smoke run has only the aims that its cases and probes list. A full
 * profile has every unconditional requirement: on each operation where a case or probe lists it, or else on all
 * operations. Everything else in the replies is judged too, but need not occur.
 */
export function aimsOfPlan(
  scope: Pick<Scope, 'requirements' | 'operations' | 'profile'>,
  named: Keys,
  wants: Wants = () => true,
): ReadonlySet<string> {
  const within = scope.requirements.filter(({ conditional, id }) => conditional === undefined && wants(id))
  return new Set(
    within.flatMap((one) => {
      const keys = keysWithin(one, scope)
      const aimed = keys.filter((key) => named.has(key))
      if (scope.profile === 'smoke' || aimed.length > 0) return aimed
      // A rule that no case aims at still becomes an aim, on one operation. It is then reported as undecided, not
      // forgotten.
      return isOfRequests(one) ? keys.slice(0, 1) : keys
    }),
  )
}

function keysWithin(requirement: Requirement, { operations }: Pick<Scope, 'operations'>): readonly string[] {
  const here = new Set<string>(operations.map(({ id }) => id))
  return operationsOf(requirement)
    .filter((operation) => here.has(operation))
    .map((operation) => resultKey(requirement.id, operation))
}

/**
 * Returns the drafts and probes that test the wanted requirements, on each of their operations. If some cases list a
 * requirement, only those are needed. If none does, as for a field of a reply, all valid requests and some rejections
 * are included. Also includes the requests to compare with: the control request of each violation, and the plain
 * request of each operation that has probes.
 */
export function narrowed(scope: Scope, wants: Wants): Pick<Scope, 'drafts' | 'probes'> {
  const named = namedAims(scope)
  const unnamed = new Set(
    scope.requirements
      .filter(({ id }) => wants(id))
      .flatMap((one) => operationsOf(one).filter((operation) => !named.has(resultKey(one.id, operation)))),
  )
  const probes = scope.probes.filter(
    ({ aims, operation, cost }) => aims.some(wants) || (unnamed.has(operation) && cost.calls + cost.images === 0),
  )
  const wanted = new Set(scope.drafts.filter(({ planned }) => planned.aims.some(wants)))
  for (const operation of unnamed) for (const draft of showing(scope.drafts, operation)) wanted.add(draft)
  const controls = new Set([...wanted].map(({ control }) => control))
  const probed = new Set(probes.map(({ operation }) => operation))
  const isCompared = ({ kind, planned }: Draft) =>
    controls.has(planned.id) || (kind === 'plain' && probed.has(planned.operation))
  return { probes, drafts: scope.drafts.filter((draft) => wanted.has(draft) || isCompared(draft)) }
}

/**
 * Returns the drafts that may test anything about an operation: its valid requests, and a few that it has to reject.
 */
function showing(drafts: readonly Draft[], operation: Endpoint): readonly Draft[] {
  const own = drafts.filter(({ planned }) => planned.operation === operation)
  const broken = own.filter(({ kind }) => kind === 'violation')
  return [...own.filter(({ kind }) => kind !== 'violation'), ...broken.slice(0, fewRejections)]
}

/**
 * Returns the aims of a plan that one share of it tests: those that its cases list, and those of its home operations.
 */
export function aimsOfShare(scope: Scope, share: Share, aims: ReadonlySet<string>): ReadonlySet<string> {
  const [named, here] = [namedAims(scope), namedAims(share)]
  return new Set(
    scope.requirements.flatMap((one) =>
      operationsOf(one)
        .filter((operation) => {
          const key = resultKey(one.id, operation)
          return aims.has(key) && (named.has(key) ? here.has(key) : share.homes.has(operation))
        })
        .map((operation) => resultKey(one.id, operation)),
    ),
  )
}

/** Returns the requirements on operations that the requests of a plan list. */
export function namedAims({ drafts, probes }: Pick<Scope, 'drafts' | 'probes'>): Keys {
  const all = [...drafts.map(({ planned }) => planned), ...probes]
  return new Set(all.flatMap(({ aims, operation }) => aims.map((id) => resultKey(id, operation))))
}

/**
 * Returns the requirements that drawn requests can list, before any is drawn: those of the features and constraints in
 * the request schemas, and those that the plain requests and the probes list.
 */
export function reachableAims(
  { probes }: Pick<Scope, 'probes'>,
  plain: readonly { readonly subject: Subject; readonly plain: Draft }[],
): Keys {
  const drafts = plain.map((one) => one.plain)
  const drawn = plain.flatMap(({ subject }) => drawnAims(subject).map((id) => resultKey(id, subject.operation.id)))
  return new Set([...namedAims({ drafts, probes }), ...drawn])
}

function drawnAims({ root, requirements, operation: { blanks = [] } }: Subject): readonly string[] {
  if (root === undefined) return []
  const blank = blanks.filter(({ lacks }) => lacks === 'violating').flatMap(({ constraints }) => constraints)
  const isViolable = ({ place, keyword }: Constraint) => !blank.some((name) => `${place} ${keyword}`.startsWith(name))
  const constraints = [...reachable(root)].flatMap((view) => view.constraints.filter(isViolable))
  const inSchema = new Set(constraints.map(({ requirement }) => requirement))
  return [...requirements.values()].flatMap(({ kind, id }) =>
    kind === 'acceptance' || (kind === 'rejection' && inSchema.has(id)) ? [id] : [],
  )
}

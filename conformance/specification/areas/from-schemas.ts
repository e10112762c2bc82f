import {
  leafPlaces,
  type SchemaSentence,
  type SentenceId,
  type SentenceKind,
  sentences,
} from '../../../schemas/index.ts'
import { accepts, rejects, shape } from '../../core/model/build.ts'
import type { Requirement } from '../../core/model/requirement.ts'
import type { Area, Capability, Endpoint } from '../../core/model/vocabulary.ts'

const order: readonly SentenceKind[] = ['acceptance', 'rejection', 'shape']

/** Returns the requirements that the schemas of an area state: acceptance, rejection, and the shape of responses. */
export function fromSchemas(area: Area): readonly Requirement<SentenceId>[] {
  const own = sentences().filter((one) => one.area === area)
  return order.flatMap((kind) => own.filter((one) => one.kind === kind).map(asRequirement))
}

function asRequirement(sentence: SchemaSentence): Requirement<SentenceId> {
  const { dependsOn, otherSpelling, mayBeCutOff, contested } = sentence
  switch (sentence.kind) {
    case 'acceptance':
      return accepts({
        ...common(sentence),
        ...(dependsOn === undefined ? {} : { dependsOn }),
        ...(otherSpelling === undefined ? {} : { otherSpelling }),
      })
    case 'rejection':
      return rejects({
        ...common(sentence),
        ...(mayBeCutOff === undefined ? {} : { mayBeCutOff }),
        ...(contested === undefined ? {} : { contested }),
      })
    case 'shape':
      return shape({ ...common(sentence), ...leafOf(sentence) })
  }
}

function leafOf({ id }: SchemaSentence): Pick<Requirement, 'leafPlaces'> {
  const places = leafPlaces(id)
  return places === undefined ? {} : { leafPlaces: places }
}

/**
 * Returns the parts that all requirements from schemas have. Schemas contain plain strings; a test asserts that each
 * belongs to the vocabulary.
 */
function common({ id, section, level, interpretation, operations, says, ...rest }: SchemaSentence) {
  const [endpoint, ...alsoOn] = operations as readonly Endpoint[]
  return {
    id,
    section,
    level,
    endpoint: endpoint!,
    statement: says,
    ...(alsoOn.length === 0 ? {} : { alsoOn }),
    ...(typeof interpretation === 'string' ? { interpretation } : {}),
    ...(rest.dimension === undefined ? {} : { dimension: rest.dimension }),
    ...(rest.capability === undefined ? {} : { capability: rest.capability as Capability }),
    ...(rest.conditional === true ? { conditional: true as const } : {}),
  }
}

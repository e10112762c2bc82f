import type { Requirement } from '../../core/model/requirement.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import { catalogue } from '../catalogue.ts'
import { type Edition, editionNamed, frozenIn } from './edition.ts'

/** Returns the catalogue as an edition judges by it, by default the newest. */
export function catalogueIn(name?: string, place?: string): Catalogue {
  return inEdition(catalogue, editionNamed(name, place))
}

/**
 * Returns a catalogue in which each requirement has its level in an edition. Requirements that are not in the edition
 * are only observed. Requirements of the user are added afterwards, so they count in each edition.
 */
export function inEdition(all: Catalogue, edition: Edition): Catalogue {
  const requirements = all.requirements.map((one) => asFrozen(one, edition))
  return { ...all, edition: edition.edition, requirements }
}

/**
 * Returns a requirement as an edition judges it. With another interpretation it demands something else than the edition
 * does, so it is not the requirement of the edition.
 */
function asFrozen(requirement: Requirement, edition: Edition): Requirement {
  const frozen = frozenIn(edition, requirement.id)
  if (frozen === undefined || frozen.interpretation !== requirement.interpretation)
    return { ...requirement, level: 'unspecified', notInEdition: edition.edition }
  return frozen.level === requirement.level ? requirement : { ...requirement, level: frozen.level }
}

import type { Catalogue } from '../../core/model/suite.ts'
import { catalogueIn } from '../../specification/editions/in-edition.ts'
import type { LoadedConfig } from './config.ts'

/** Returns the catalogue as an edition judges by it: that of the option, or else that of the config, or else the newest. */
export function catalogueFor(
  option: string | undefined,
  loaded: Pick<LoadedConfig, 'config' | 'at'> | undefined,
): Catalogue {
  const configured = loaded?.config.edition
  if (option !== undefined || configured === undefined) return catalogueIn(option)
  return catalogueIn(configured, loaded!.at('/edition'))
}

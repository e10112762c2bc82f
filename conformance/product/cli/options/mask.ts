import { ungrouped } from '../command.ts'
import { configOptionSpecs } from '../run/options/config-options.ts'

/** The option of all commands that write responses. */
export const maskOption = ungrouped(configOptionSpecs.mask)

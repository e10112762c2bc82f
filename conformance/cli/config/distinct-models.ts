import { UsageError } from '../usage-error.ts'
import type { LoadedConfig, ModelLabel } from './config.ts'

/** The document asks different things of these, in the same requests. */
const imageModels = ['image-model-1', 'image-model-2', 'image-model-multi'] as const satisfies readonly ModelLabel[]

/**
 * Refuses one name for two of the image models: what the document has one of them accept (`quality: hd`, 4000 characters
 * of prompt, several files) it has another refuse, and the target could not tell which of them was asked. A text area may
 * share its model with the other one or with images: no sentence compares them.
 */
export function assertDistinctModels({ config, at }: LoadedConfig): void {
  // A label that is left out travels as it is.
  const named = imageModels.map((label) => ({ label, name: config.models?.[label] ?? label }))
  for (const { label, name } of named) {
    const other = named.find((one) => one.name === name && one.label !== label)
    const isHere = config.models?.[label] !== undefined
    if (other === undefined || !isHere) continue
    throw new UsageError(
      `${at(`/models/${label}`)}: models.${label} is ${JSON.stringify(name)}, and so is ${other.label}: the document has one of them accept what the other refuses; give each its own, or leave out the one that the gateway does not have`,
    )
  }
}

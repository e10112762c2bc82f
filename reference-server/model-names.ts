import type { RequestValue } from '../conformance/core/model/operation.ts'
import type { knownModels } from './tokens.ts'

/** A model that clients may call by another name. */
export type ModelLabel = (typeof knownModels)[number]

/** A name for one of the server's models. `*` matches every name that is not listed. */
export interface ModelName {
  readonly label: ModelLabel
  readonly name: string
}

/** A request with the labels of the specification. */
interface Labelled {
  readonly value: RequestValue
  /** The model name that the client sent, if a label replaced it. */
  readonly modelName?: string
}

/** The maximum length of a name that `*` matches. The specification rejects longer names. */
const longestName = 256

/**
 * Replaces a client's model name with the label of the model. `labels` are those of the operation; a name that is
 * already one of them stays.
 */
export function labelled(value: RequestValue, labels: readonly ModelLabel[], names: readonly ModelName[]): Labelled {
  const own = names.filter(({ label }) => labels.includes(label))
  const named = nameIn(value)
  if (own.length === 0 || named === undefined) return { value }
  const label = labelOf(named, labels, own)
  return label === undefined ? { value } : { value: withLabel(value, label), modelName: named }
}

function labelOf(name: string, labels: readonly string[], own: readonly ModelName[]): ModelLabel | undefined {
  const exact = own.find((one) => one.name === name)
  if (exact !== undefined) return exact.label
  if (labels.includes(name) || name === '' || name.length > longestName) return undefined
  return own.find((one) => one.name === '*')?.label
}

/** Returns the name in the path (section 2.6) or in the body. */
function nameIn({ path, body }: RequestValue): string | undefined {
  const name: unknown = path?.['model'] ?? (Object(body) as { readonly model?: unknown }).model
  return typeof name === 'string' ? name : undefined
}

function withLabel({ path, body, ...rest }: RequestValue, label: ModelLabel): RequestValue {
  if (path?.['model'] !== undefined)
    return { ...rest, path: { ...path, model: label }, ...(body === undefined ? {} : { body }) }
  return { ...rest, ...(path === undefined ? {} : { path }), body: { ...(body as object), model: label } }
}

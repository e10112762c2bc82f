import type { Operation, RequestValue } from '../../conformance/core/model/operation.ts'
import type { Catalogue } from '../../conformance/core/model/suite.ts'
import { validate } from '../../schemas/index.ts'

/** A request that violates no rule but uses something unspecified. */
export interface OpenRequest {
  readonly operation: Operation
  readonly value: RequestValue
  /** A description of the unspecified part. */
  readonly what: string
}

/** Values that replace existing values or are added next to them. */
const quirks: readonly unknown[] = [null, '', ' ', 'other', '7', 0, 1, -1, 1e6, true, [], {}, ['other']]

/** Returns all requests that differ from a template in one place, and are unspecified because of that. */
export function openRequests({ operations, templates }: Catalogue): readonly OpenRequest[] {
  return templates.flatMap((template) => {
    const operation = operations.find(({ id }) => id === template.operation)
    const schema = operation?.schemas.request
    if (operation === undefined || schema === undefined) return []
    return changed(template.value)
      .filter(({ value, what }) => !isUpload.test(what) && isOpen(schema, value))
      .filter(({ value }) => isOpenWritten(operation, schema, value as RequestValue))
      .map(({ value, what }) => ({ operation, value: value as RequestValue, what: `${template.id} with ${what}` }))
  })
}

function isOpen(schema: string, value: unknown): boolean {
  const { violations, open } = validate(schema, value)
  return violations.length === 0 && open.length > 0
}

/**
 * Returns whether a request can be serialised and is still unspecified afterwards. A form cannot contain null or a
 * list.
 */
function isOpenWritten({ read, write }: Operation, schema: string, value: RequestValue): boolean {
  try {
    return isOpen(schema, read(write(value)))
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Facts about an uploaded file are derived from its bytes, so they cannot be changed alone. */
const isUpload = /^\/body\/(image|mask)/

interface Changed {
  readonly value: unknown
  readonly what: string
}

function changed(value: unknown, pointer = ''): readonly Changed[] {
  const here = pointer === '' ? [] : quirks.map((odd) => ({ value: odd, what: `${pointer} ${JSON.stringify(odd)}` }))
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return here
  const within = Object.entries(value).flatMap(([name, member]) =>
    changed(member, `${pointer}/${name}`).map((one) => ({ ...one, value: withMember(value, name, one.value) })),
  )
  const more = Array.isArray(value) ? [] : [{ value: { ...value, x_unknown: 'one' }, what: `${pointer}/x_unknown` }]
  return [...here, ...within, ...more]
}

function withMember(value: object, name: string, member: unknown): unknown {
  if (!Array.isArray(value)) return { ...value, [name]: member }
  return value.map((item, at) => (String(at) === name ? member : item))
}

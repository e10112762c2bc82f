import type { ErrorObject } from 'ajv/dist/2020.js'

/** What a changed validator says: its errors, and a gap for each that came after the first so many. */
export type BoundedErrors = readonly (ErrorObject | undefined)[]

const joining = /vErrors = vErrors === null \? ([\w.]+)\.errors : vErrors\.concat\(\1\.errors\);/g
const pushing = /vErrors\.push\((err\d+)\);/g

/**
 * The code of a validator, changed to keep `most` errors. As Ajv writes it, each list of errors is copied whenever the
 * errors of another validator are added to it, which takes time and memory with the square of their number; and every
 * error is kept, with its value, until the same validator meets the next bad value: a hostile reply could have hundreds
 * of thousands of them. What is not kept leaves a gap, for Ajv counts errors by the length of their list.
 */
export function boundedErrors(code: string, most: number): string {
  return code
    .replaceAll(
      joining,
      `{const more = $1.errors;$1.errors = null;if(vErrors === null){vErrors = more;}else {for(const error of more){vErrors.push(vErrors.length < ${most} ? error : undefined);}}}`,
    )
    .replaceAll(pushing, `vErrors.push(vErrors.length < ${most} ? $1 : undefined);`)
}

import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'

/** What a validator's code asks, as its `this`, for each error it makes and for each list of errors that it takes over. */
export interface ErrorBook {
  /** The error to put on the list: itself, or nothing once there are too many to tell. */
  keep(error: ErrorObject): ErrorObject | undefined
  /** The list with the errors of a validator that was called, which has none afterwards. */
  join(list: Kept[] | null, validator: ValidateFunction): Kept[] | null
  /** Whether there were errors that were not kept. */
  isFull(): boolean
}

type Kept = ErrorObject | undefined

/** A book for one validation that keeps the first `most` errors. */
export function errorBook(most: number): ErrorBook {
  let made = 0
  return {
    keep(error) {
      made += 1
      return made > most ? undefined : error
    },
    join(list, validator) {
      const more = validator.errors as Kept[]
      validator.errors = null
      if (list === null) return more
      for (const error of more) list.push(error)
      return list
    },
    isFull: () => made > most,
  }
}

const joining = /vErrors = vErrors === null \? (\w+)\.errors : vErrors\.concat\(\1\.errors\);/g
const pushing = /vErrors\.push\((err\d+)\);/g
const starting = /vErrors = \[(err\d+)\];/g

/**
 * The code of a validator, changed to ask an `ErrorBook`. As Ajv writes it, each list of errors is copied whenever a
 * list is taken over, which takes time and memory with the square of their number, and every error is kept, with its
 * value, until the same schema meets the next bad value: a hostile reply could have hundreds of thousands of them.
 * What is not kept leaves a gap, for Ajv counts errors by the length of their list.
 */
export function boundedErrors(code: string): string {
  return code
    .replaceAll(joining, 'vErrors = this.join(vErrors, $1);')
    .replaceAll(starting, 'vErrors = [this.keep($1)];')
    .replaceAll(pushing, 'vErrors.push(this.keep($1));')
}

import { requirement } from '../../../model/build.ts'
import { isPlainlyValid, type Observation } from '../../../model/observation.ts'
import { callsOf, candidatesOf, isCut } from '../answered.ts'
import { askedOf } from '../asked.ts'
import { misfits } from '../fits.ts'

const about = {
  section: '2.6',
  endpoint: 'content.generate',
  dimension: 'field',
  reading: 'C8',
  needs: ['request-body', 'response-body'],
} as const

/** What the function calling mode and the declarations mean for the calls in a reply. */
export default [
  requirement({
    ...about,
    id: 'content.mode-none-calls-nothing',
    level: 'stated',
    statement: 'With the mode `NONE` the model calls no function.',
    appliesTo: (seen) => hasMode(seen, 'NONE'),
    *check(seen) {
      for (const { pointer, name } of callsOf(seen)) {
        yield {
          message: `${String(name)} is called`,
          at: { in: 'body', pointer },
          expected: 'no function call',
          actual: name,
        }
      }
    },
  }),
  requirement({
    ...about,
    id: 'content.mode-any-calls-a-function',
    level: 'stated',
    statement: 'With the mode `ANY` the model calls a function, unless its answer is cut short.',
    appliesTo: (seen) => hasMode(seen, 'ANY') && !candidatesOf(seen).some(isCut),
    *check(seen) {
      if (callsOf(seen).length > 0) return
      yield { message: 'no function is called', at: { in: 'body', pointer: '/candidates' }, expected: 'a functionCall' }
    },
  }),
  requirement({
    ...about,
    id: 'content.called-function-allowed',
    level: 'implied',
    statement: 'The model calls only functions that are declared and allowed.',
    appliesTo: (seen) => isPlainlyValid(seen) && callsOf(seen).length > 0,
    *check(seen) {
      const expected = [...askedOf(seen).callable.keys()]
      for (const { pointer, name } of callsOf(seen)) {
        if (typeof name !== 'string' || expected.includes(name)) continue
        yield { message: `${name} is called`, at: { in: 'body', pointer: `${pointer}/name` }, expected, actual: name }
      }
    },
  }),
  requirement({
    ...about,
    id: 'content.call-args-fit-parameters',
    level: 'implied',
    statement: 'The `args` of a call fit the `parameters` of its function.',
    appliesTo: (seen) => isPlainlyValid(seen) && fittable(seen).length > 0,
    *check(seen) {
      const { callable } = askedOf(seen)
      for (const { pointer, name, args } of fittable(seen)) {
        for (const misfit of misfits(callable.get(String(name)), args ?? {})) {
          const at = { in: 'body', pointer: `${pointer}/args${misfit.pointer}` } as const
          yield { message: `${at.pointer} ${misfit.message}`, at, actual: args }
        }
      }
    },
  }),
] as const

function hasMode(seen: Observation, mode: string): boolean {
  return isPlainlyValid(seen) && askedOf(seen).mode === mode && candidatesOf(seen).length > 0
}

/** The calls of functions whose parameters are known. */
function fittable(seen: Observation) {
  const { callable } = askedOf(seen)
  return callsOf(seen).filter(({ name }) => typeof name === 'string' && callable.get(name) !== undefined)
}

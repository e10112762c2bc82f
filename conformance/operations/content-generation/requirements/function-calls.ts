import { requirement } from '../../../model/build.ts'
import { isPlainlyValid, type Observation } from '../../../model/observation.ts'
import type { ExchangeRequirement } from '../../../model/requirement.ts'
import { callsOf, candidatesOf } from '../answered.ts'
import { askedOf } from '../asked.ts'
import { misfits } from '../fits.ts'
import { isCut } from '../whole.ts'

const about = { section: '2.6', dimension: 'field', needs: ['request-body', 'response-body'] } as const
const onReply = { ...about, endpoint: 'content.generate', level: 'stated', reading: 'C8' } as const
/** What the events of a stream are is not shown (readings.md C10), so nothing that they say is stated. */
const onStream = { ...about, endpoint: 'content.stream', level: 'implied', reading: 'C10' } as const
const onBoth = { ...onReply, alsoOn: ['content.stream'], level: 'implied' } as const

/** What the function calling mode and the declarations mean for the calls in a reply. */
export default [
  callingNothing({
    ...onReply,
    id: 'content.mode-none-calls-nothing',
    statement: 'With the mode `NONE` the model calls no function.',
  }),
  callingNothing({
    ...onStream,
    id: 'content.stream-mode-none-calls-nothing',
    statement: 'With the mode `NONE` the model calls no function in a stream either.',
  }),
  callingSomething({
    ...onReply,
    id: 'content.mode-any-calls-a-function',
    statement: 'With the mode `ANY` the model calls a function, unless its answer is cut short.',
  }),
  callingSomething({
    ...onStream,
    id: 'content.stream-mode-any-calls-a-function',
    statement: 'With the mode `ANY` the model calls a function in a stream too, unless its answer is cut short.',
  }),
  requirement({
    ...onBoth,
    id: 'content.called-function-allowed',
    statement: 'The model calls only functions that are declared and allowed.',
    appliesTo: (seen) => isPlainlyValid(seen) && callsOf(seen).length > 0,
    *check(seen) {
      const expected = [...askedOf(seen).callable.keys()]
      for (const { at, name } of callsOf(seen)) {
        if (typeof name !== 'string' || expected.includes(name)) continue
        yield { message: `${name} is called`, at: at('/name'), expected, actual: name }
      }
    },
  }),
  requirement({
    ...onBoth,
    id: 'content.call-args-fit-parameters',
    statement: 'The `args` of a call fit the `parameters` of its function.',
    appliesTo: (seen) => isPlainlyValid(seen) && fittable(seen).length > 0,
    *check(seen) {
      const { callable } = askedOf(seen)
      for (const { at, name, args } of fittable(seen)) {
        for (const { pointer, message } of misfits(callable.get(String(name)), args ?? {})) {
          yield { message: `args${pointer} of ${String(name)} ${message}`, at: at(`/args${pointer}`), actual: args }
        }
      }
    },
  }),
] as const

type About<Id extends string> = Omit<ExchangeRequirement<Id>, 'kind' | 'appliesTo' | 'check'>

function callingNothing<const Id extends string>(own: About<Id>): ExchangeRequirement<Id> {
  return requirement({
    ...own,
    appliesTo: (seen) => hasMode(seen, 'NONE'),
    *check(seen) {
      for (const { at, name } of callsOf(seen)) {
        yield { message: `${String(name)} is called`, at: at(''), expected: 'no function call', actual: name }
      }
    },
  })
}

function callingSomething<const Id extends string>(own: About<Id>): ExchangeRequirement<Id> {
  return requirement({
    ...own,
    appliesTo: (seen) => hasMode(seen, 'ANY') && !candidatesOf(seen).some(isCut),
    *check(seen) {
      if (callsOf(seen).length > 0) return
      const [candidate] = candidatesOf(seen)
      yield { message: 'no function is called', ...(candidate && { at: candidate.at }), expected: 'a functionCall' }
    },
  })
}

function hasMode(seen: Observation, mode: string): boolean {
  return isPlainlyValid(seen) && askedOf(seen).mode === mode && candidatesOf(seen).length > 0
}

/** The calls of functions whose parameters are known. */
function fittable(seen: Observation) {
  const { callable } = askedOf(seen)
  return callsOf(seen).filter(({ name }) => typeof name === 'string' && callable.get(name) !== undefined)
}

import { mismatches } from '../../../../../schemas/index.ts'
import type { Members } from '../../../../../schemas/json.ts'
import { requirement } from '../../../../core/model/build.ts'
import { isLossy, isPlainlyValid, type Observation } from '../../../../core/model/observation.ts'
import type { ExchangeRequirement } from '../../../../core/model/requirement.ts'
import { callsOf, candidatesOf } from '../answered.ts'
import { askedOf } from '../asked.ts'
import { slicesOf } from '../slices.ts'
import { type Candidate, isCutShort, isFinished } from '../whole.ts'

const about = { section: '2.6', dimension: 'field', needs: ['request-body', 'response-body'] } as const
const ofMode = { ...about, effectOf: 'toolConfig' } as const
const onReply = { ...ofMode, endpoint: 'content.generate', level: 'stated', interpretation: 'C8' } as const
/**
 * The specification shows no events of streams (interpretation C10), so no requirement on them has the level `stated`.
 */
const onStream = { ...ofMode, endpoint: 'content.stream', level: 'implied', interpretation: 'C10' } as const
const onBoth = { ...onReply, alsoOn: ['content.stream'], level: 'implied' } as const
const ofArguments = {
  ...about,
  endpoint: 'content.generate',
  alsoOn: ['content.stream'],
  level: 'implied',
  interpretation: 'C8',
} as const

/** Requirements on calls in a reply: the effect of the function calling mode and the declarations. */
export default [
  callingNothing({
    ...onReply,
    id: 'content.mode-none-calls-nothing',
    statement: 'With the mode `NONE` the answer contains no function call.',
  }),
  callingNothing({
    ...onStream,
    id: 'content.stream-mode-none-calls-nothing',
    statement: 'With the mode `NONE` a streamed answer contains no function call.',
  }),
  callingSomething({
    ...onReply,
    id: 'content.mode-any-calls-a-function',
    statement: 'With the mode `ANY` the answer contains a function call, unless the answer is cut.',
  }),
  callingSomething({
    ...onStream,
    id: 'content.stream-mode-any-calls-a-function',
    statement: 'With the mode `ANY` a streamed answer contains a function call, unless the answer is cut.',
  }),
  requirement({
    ...onBoth,
    id: 'content.mode-any-calls-in-each-candidate',
    statement: 'With the mode `ANY` each of several candidates contains a function call, unless it is cut.',
    appliesTo: (seen) => hasMode(seen, 'ANY') && callsOf(seen).length > 0 && finishedAmongSeveral(seen).length > 0,
    *check(seen) {
      for (const { parts, at } of finishedAmongSeveral(seen)) {
        if (parts.some(isCall)) continue
        yield { message: 'candidate has no function call, but another one has', at, expected: 'a functionCall' }
      }
    },
  }),
  requirement({
    ...onBoth,
    id: 'content.called-function-allowed',
    statement: 'A function call names a function that is declared and allowed.',
    appliesTo: (seen) => isPlainlyValid(seen) && callsOf(seen).length > 0,
    *check(seen) {
      const { callable, declared } = askedOf(seen)
      const expected = [...callable.keys()]
      for (const { at, name } of callsOf(seen)) {
        if (typeof name !== 'string' || expected.includes(name)) continue
        const about = { at: at('/name'), expected, actual: name }
        if (declared.includes(name)) yield { ...about, message: `response calls ${name}, which is not allowed` }
        else yield { ...about, message: `response calls ${name}, which is not declared`, isWrongInItself: true }
      }
    },
  }),
  requirement({
    ...ofArguments,
    id: 'content.call-args-fit-parameters',
    statement: 'The `args` of a call match the `parameters` of its function.',
    appliesTo: (seen) => isPlainlyValid(seen) && fittable(seen).length > 0,
    *check(seen) {
      const { callable } = askedOf(seen)
      for (const { at, name, args } of fittable(seen)) {
        const found = mismatches(callable.get(String(name)), args ?? {})
        if (found === undefined)
          yield { doubt: true, message: `inconclusive: the parameters of ${String(name)} cannot be checked` }
        for (const { pointer, message } of found ?? []) {
          yield { message: `args of ${String(name)}: ${message}`, at: at(`/args${pointer}`), actual: args }
        }
      }
    },
  }),
] as const

type About<Id extends string> = Omit<ExchangeRequirement<Id>, 'kind' | 'appliesTo' | 'check'>

function callingNothing<const Id extends string>(own: About<Id>): ExchangeRequirement<Id> {
  return requirement({
    ...own,
    appliesTo: (seen) => hasMode(seen, 'NONE') && slicesOf(seen).length > 0,
    *check(seen) {
      for (const { at, name } of callsOf(seen)) {
        yield { message: `response calls ${String(name)}`, at: at(''), expected: 'no function call', actual: name }
      }
    },
  })
}

function callingSomething<const Id extends string>(own: About<Id>): ExchangeRequirement<Id> {
  return requirement({
    ...own,
    appliesTo: (seen) => hasMode(seen, 'ANY') && (callsOf(seen).length > 0 || hasEndedWell(candidatesOf(seen))),
    *check(seen) {
      if (callsOf(seen).length > 0) return
      const [candidate] = candidatesOf(seen)
      yield {
        message: 'response has no function call',
        ...(candidate && { at: candidate.at }),
        expected: 'a functionCall',
      }
    },
  })
}

function hasMode(seen: Observation, mode: string): boolean {
  return isPlainlyValid(seen) && askedOf(seen).mode === mode
}

/** Returns whether a part has a function call. Its form is the subject of other requirements, but null is none. */
function isCall({ functionCall }: Members): boolean {
  return functionCall !== undefined && functionCall !== null
}

function finishedAmongSeveral(seen: Observation): readonly Candidate[] {
  const candidates = candidatesOf(seen)
  return candidates.length > 1 ? candidates.filter(isFinished) : []
}

/** Returns whether the candidates are complete. Only a finish reason shows that (interpretation C8). */
function hasEndedWell(candidates: readonly Candidate[]): boolean {
  return candidates.some(isFinished) && !candidates.some(isCutShort)
}

/** Returns the calls of functions whose parameters are known. */
function fittable(seen: Observation) {
  const { callable } = askedOf(seen)
  return callsOf(seen).filter(
    ({ name, args }) => typeof name === 'string' && callable.get(name) !== undefined && !isLossy(seen, args),
  )
}

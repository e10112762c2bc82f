import { isObject } from '../../../schemas/json.ts'
import { type FeatureUse, type Possible, problemsOf } from '../generate/possible.ts'
import type { Language } from '../plan/schema/language.ts'

/**
 * Pairs of features that cannot occur together, because one needs a third feature that excludes the other
 * (interpretation G16).
 */
const apart: readonly (readonly [RegExp, RegExp])[] = [
  // Code in a history needs code execution, which excludes functions.
  [/\/(executableCode|codeExecutionResult)/, /\/(toolConfig|functionDeclarations|functionCall|functionResponse)(\/|$)/],
  // Calls, responses and a tool choice need declared functions.
  [/\/(functionCall|functionResponse|toolConfig)(\/|$)/, /\/tools\/\*\/codeExecution$/],
  // A response schema needs an output other than plain text, which excludes tools.
  [/\/responseSchema$/, /\/(tools|toolConfig|functionCall|functionResponse|executableCode|codeExecutionResult)(\/|$)/],
  // With thinking, a tool loop needs blocks that the specification does not list.
  [/\/content\/\*\/(content\/|isError|type=tool_)/, /\/thinking\/type=enabled$/],
]

/**
 * Returns whether two features can occur together in a request of a schema. Asks the validator if the schema does not
 * decide it.
 */
export function canOccurTogether(
  language: Language,
  schema: string,
  { features }: Pick<Possible, 'features'>,
  [one, other]: readonly [string, string],
): boolean {
  if (apart.some(([a, b]) => (a.test(one) && b.test(other)) || (a.test(other) && b.test(one)))) return false
  if (one.startsWith(`${other}/`) || other.startsWith(`${one}/`)) return true
  const others = features.get(other) ?? []
  return (features.get(one) ?? []).some((way) => others.some((beside) => isPossible(language, schema, way, beside)))
}

/** The greatest depth of lists whose first items are merged rather than kept separate. */
const deepestMerge = 2

/**
 * Returns whether two uses together have no problem that neither has alone. A problem alone is allowed, since rules may
 * require further features.
 */
function isPossible(language: Language, schema: string, one: FeatureUse, other: FeatureUse): boolean {
  for (const [place, choice] of one.choices) if ((other.choices.get(place) ?? choice) !== choice) return false
  const alone = new Set([one, other].flatMap(({ value }) => problemsOf(language, schema, value)))
  for (let depth = 0; depth <= deepestMerge; depth += 1) {
    const both = merged(one.value, other.value, depth)
    if (problemsOf(language, schema, both).every((problem) => alone.has(problem))) return true
  }
  return false
}

function merged(one: unknown, other: unknown, depth: number): unknown {
  if (Array.isArray(one) && Array.isArray(other))
    return depth === 0 ? [...one, ...other] : [merged(one[0], other[0], depth - 1)]
  if (!isObject(one) || !isObject(other)) return other
  const names = Object.keys(other).map((name) => [
    name,
    name in one ? merged(one[name], other[name], depth) : other[name],
  ])
  return { ...one, ...Object.fromEntries(names) }
}

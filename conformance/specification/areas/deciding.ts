import type { Members } from '../../../schemas/json.ts'
import type { Deciding, DecidingChoice } from '../../core/model/arbitraries.ts'

/** The numbers of tools that decide together with others: the ends, a middle one, and more than most requests have. */
export const toolCounts = [1, 2, 4, 12] as const

/** Returns the last items of a list, with others before them if it has too few. */
export function resized<T>(list: readonly T[], count: number, other: (index: number) => T): readonly T[] {
  const missing = Math.max(0, count - list.length)
  return [...Array.from({ length: missing }, (_, index) => other(index)), ...list.slice(-count)]
}

/** Returns one choice for each of these values. */
export function choicesFor<T>(
  values: Readonly<Record<string, T>>,
  choice: (value: T) => DecidingChoice,
): Readonly<Record<string, DecidingChoice>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, choice(value)]))
}

/** Returns a record of values by their text. */
export function namedByText<T extends number | string>(values: readonly T[]): Readonly<Record<string, T>> {
  return Object.fromEntries(values.map((value) => [String(value), value]))
}

/** Returns the choices of a number of stop sequences, and of the form of the last one. */
export function stopChoices(
  listIn: (body: Members) => readonly unknown[],
  withList: (body: Members, list: readonly unknown[]) => Members | undefined,
): Deciding {
  const unmet = ['walrus', 'zebra', 'meadow', 'harbor', 'lantern']
  return {
    'number of stop sequences': choicesFor(namedByText([1, 2, 5]), (count) => ({
      isMade: (body) => listIn(body).length === count,
      make: (body) =>
        withList(
          body,
          resized(listIn(body), count, (index) => unmet[index]),
        ),
    })),
    'a stop sequence': choicesFor(
      { short: 'walrus', 'of several words': 'the walrus of the harbor', 'with a line break': 'walrus\nzebra' },
      (text) => ({
        isMade: (body) => listIn(body).includes(text),
        make: (body) => withList(body, [...listIn(body).slice(0, -1), text]),
      }),
    ),
  }
}

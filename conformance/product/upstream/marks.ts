import { randomInt } from 'node:crypto'
import { isObject } from '../../../schemas/json.ts'
import { below } from '../../../schemas/json-pointer.ts'
import type {
  RequestMark,
  ScriptedEnd,
  ScriptedPart,
  ScriptedReply,
  UpstreamFormat,
} from '../../core/model/upstream.ts'
import { pngChunk, pngChunks } from '../../core/wire/png.ts'
import { type Upload, uploads } from '../../specification/areas/images/uploads.ts'
import { textOfValue } from '../../specification/behind/members.ts'
import { formatsWithout, isRepresentation, membersFor } from './counterparts.ts'

/**
 * A request and a reply with blanks, which become marks (`startMarking`). Each request has few topics, so that one
 * rejection hides little.
 */
export interface TrialDraft {
  readonly body: Readonly<Record<string, unknown>>
  /** The uploads of a form, by field; each gets other bytes. */
  readonly files?: readonly (readonly [field: string, upload: keyof typeof uploads])[]
  /** The parts of the reply; by default one text. */
  readonly parts?: readonly ScriptedPart[]
  /** By default `end`, or `calls` for a reply with calls. */
  readonly end?: ScriptedEnd
  readonly more?: Pick<ScriptedReply, 'secondText' | 'stopSequence' | 'blockReason'>
  /** True if some of the input was cached. */
  readonly isCached?: true
}

export type TrialDrafts = Readonly<Record<string, TrialDraft>>

const consonants = 'bdfgklmnprstvz'
const vowels = 'aeiou'

/**
 * Returns a word of the form of marks that occurs nowhere else. They are random, because a gateway may remember those
 * of an earlier run.
 */
export function newWord(): string {
  const syllable = (): string => letterOf(consonants) + letterOf(vowels)
  return syllable() + syllable() + syllable() + randomInt(10_000, 100_000)
}

function letterOf(letters: string): string {
  return letters[randomInt(letters.length)]!
}

/** Returns an integer that JSON texts rarely contain by chance. */
export function newCount(least: number, most: number): number {
  return randomInt(least, most)
}

/** Returns a number of three decimals from 0.101 to 0.899 whose last digit is not 0. */
function newFraction(): number {
  return Number(`0.${randomInt(10, 90)}${randomInt(1, 10)}`)
}

/**
 * Returns a picture that no other request has, in base64. A text chunk makes its bytes unique (PNG specification
 * §11.3.4.3).
 */
export function newPicture(upload: Upload = uploads.square): string {
  const whole = Buffer.concat([upload.bytes()].flat())
  const last = [...pngChunks(whole)].at(-1)!
  const note = pngChunk('tEXt', Buffer.from(`Comment\0${newWord()}`, 'latin1'))
  return Buffer.concat([whole.subarray(0, last.start), ...note, whole.subarray(last.start)]).toString('base64')
}

/** Returns a draft of a text of 20 000 characters with a mark at its head, in the middle and at its tail. */
export function longDraft(letters: string): string {
  const [head, middle, tail] = [...letters]
  const half = 'The road to the harbor follows the river. '.repeat(238)
  return `It begins in @${head}. ${half}It passes @${middle}. ${half}It ends in @${tail}.`
}

/** Replaces the blanks of a draft by marks, and collects these. */
export interface Marking {
  readonly marks: RequestMark[]
  /**
   * Returns a value with `@a`, `@b` … replaced by words (the same letter by the same word, with the letters of other
   * scripts that follow it), `@picture` by a picture, and large numbers and fractions by drawn ones. Everything else is
   * a mark by its place.
   */
  readonly filled: (value: unknown, pointer: string) => unknown
  /** Does the same without marks, for a reply that repeats words of its request. */
  readonly echoed: <Value>(value: Value) => Value
}

/** Numbers below this occur by chance, and are looked for at their place only. */
const leastUnique = 20

/** Starts to mark the request of an operation whose own format is `format`. */
export function startMarking(format: UpstreamFormat): Marking {
  const marks: RequestMark[] = []
  const withWords = startWords()
  const mark = (kind: RequestMark['kind'], value: string, pointer: string): void => {
    const place = placeInWords(pointer)
    const notIn = formatsWithout(pointer)
    if (kind !== 'value') marks.push({ place, value, kind, ...(notIn.length === 0 ? {} : { notIn }) })
    else if (!isRepresentation(pointer, value)) {
      const members = membersFor(format, pointer, value)
      const isKnown = marks.some((one) => one.members?.[0]?.name === members[0]!.name && one.value === value)
      if (!isKnown) marks.push({ place, value, kind, members })
    }
  }
  const filledText = (text: string, pointer: string): string => {
    const before = marks.length
    if (text === '@picture') {
      const picture = newPicture()
      mark('bytes', picture, pointer)
      return picture
    }
    const own = withWords(text, (word) => mark('word', word, pointer))
    if (marks.length === before) mark('value', own, pointer)
    return own
  }
  const filled: Marking['filled'] = (value, pointer) => {
    if (Array.isArray(value)) return value.map((item, index) => filled(item, below(pointer, index)))
    if (isObject(value) && (pointer === '' || Object.keys(value).length > 0))
      return Object.fromEntries(
        Object.entries(value).map(([blank, member]) => {
          const name = withWords(blank, (word) => mark('word', word, pointer))
          return [name, filled(member, below(pointer, name))]
        }),
      )
    if (typeof value === 'string') return filledText(value, pointer)
    if (typeof value === 'number' && (value >= leastUnique || !Number.isInteger(value))) {
      const drawn = Number.isInteger(value) ? newCount(value, Math.floor(value * 1.7)) : newFraction()
      mark('number', String(drawn), pointer)
      return drawn
    }
    mark('value', textOfValue(value), pointer)
    return value
  }
  const echoed: Marking['echoed'] = (value) => JSON.parse(withWords(JSON.stringify(value), () => {})) as typeof value
  return { marks, filled, echoed }
}

/** Returns a function that replaces `@a`, `@b` … by words, and calls `note` with those that are new. */
function startWords(): (text: string, note: (word: string) => void) => string {
  const words = new Map<string, string>()
  return (text, note) =>
    text.replaceAll(/@([a-z])(?![a-z])(\P{ASCII}*)/gu, (_, letter: string, others: string) => {
      const known = words.get(letter)
      const word = known ?? newWord() + others
      words.set(letter, word)
      if (known === undefined) note(word)
      return word
    })
}

/** Writes a pointer as messages do, for example `messages[0].content`. */
function placeInWords(pointer: string): string {
  return pointer
    .slice(1)
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
}

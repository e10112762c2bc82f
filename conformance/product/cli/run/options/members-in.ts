import { choice, choices } from '../../../config/choices.ts'
import type { Config } from '../../../config/config.ts'
import { positiveNumber, positiveTime, wholeNumber } from '../../options/numbers.ts'
import { configMembers } from './config-options.ts'
import type { RunValues } from './options.ts'

/** The member that an option sets, and how its value is read. */
type MemberOfOption = { readonly member: string } & Reading

type Reading =
  | { readonly read: 'flag' | 'text' | 'texts' | 'list' }
  | { readonly read: 'integer'; readonly least: number; readonly most: number; readonly words?: readonly string[] }
  | { readonly read: 'number' | 'duration'; readonly most: number }
  | { readonly read: 'choice' | 'choices'; readonly words: readonly string[] }

/** Returns the options of the command line as members of a config. */
export function membersIn(written: RunValues): Config {
  const members: readonly (readonly [string, MemberOfOption])[] = Object.entries(configMembers)
  const given = members.map(([option, member]) => {
    const value = written[option as keyof RunValues]
    return [member.member, value === undefined ? undefined : read(option, value, member)] as const
  })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

function read(option: string, given: string | boolean | readonly string[], reading: Reading): unknown {
  if (typeof given === 'boolean') return given
  return typeof given === 'string' ? readText(option, given, reading) : readTexts(option, given, reading)
}

function readText(option: string, text: string, reading: Reading): unknown {
  switch (reading.read) {
    case 'integer':
      return reading.words?.includes(text) ? text : wholeNumber(option, text, reading)
    case 'number':
      return positiveNumber(option, text, reading.most)
    case 'duration':
      return positiveTime(option, text, reading.most)
    case 'choice':
      return choice(option, text, reading.words)
    default:
      return text
  }
}

function readTexts(option: string, texts: readonly string[], reading: Reading): unknown {
  if (reading.read === 'choices') return choices(option, texts, reading.words)
  return reading.read === 'list' ? texts.flatMap((text) => text.split(',')).map((text) => text.trim()) : texts
}

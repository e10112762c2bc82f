import { readFileSync } from 'node:fs'
import { stringify } from 'yaml'
import type { JsonSchema } from '../../../schemas/load.ts'
import { packageFile } from '../../../schemas/package-root.ts'

/** The members that the file sets. All others are comments with an example. */
const set = ['target', 'key', 'profile']

/**
 * Returns the config file that `mgi init` writes: each member of the schema with its description and an example.
 * `reference` is the path of the schema for editors.
 */
export function configText(reference: string): string {
  const { title, description, properties } = JSON.parse(
    readFileSync(packageFile('schemas/config/config.json'), 'utf8'),
  ) as JsonSchema & { readonly properties: Readonly<Record<string, JsonSchema>> }
  const opening = `${String(title)}. Command-line options override it. ${String(description)}`
  const members = Object.entries(properties).filter(([name]) => name !== '$schema')
  return [
    `# yaml-language-server: $schema=${reference}\n#\n${commented(wrapped(opening))}`,
    ...members.map(([name, member]) => memberText(name, member)),
  ].join('\n\n')
}

function memberText(name: string, member: JsonSchema): string {
  const [example] = (member['examples'] ?? []) as readonly unknown[]
  const yaml = stringify({ [name]: example }, { collectionStyle: 'any', lineWidth: 0 }).trimEnd()
  const written = set.includes(name) ? yaml : commented(yaml.split('\n'))
  return `${commented(wrapped(describedWithValues(member)))}\n${written}`
}

/** Returns the description of a member with its possible values, unless the description names them. */
export function describedWithValues(member: JsonSchema): string {
  const text = String(member['description'])
  const choices = choicesOf(member) ?? []
  return choices.every((choice) => text.includes(choice)) ? text : `${text} Values: ${choices.join(', ')}.`
}

/** Returns the possible values of a member, or of its items; `undefined` if it may have others. */
export function choicesOf(member: JsonSchema): readonly string[] | undefined {
  const { enum: words, pattern } = (member['items'] as JsonSchema | undefined) ?? member
  return (words as readonly string[] | undefined) ?? (member['type'] === 'array' ? wordsOfPattern(pattern) : undefined)
}

/** Returns the words at the start of a pattern such as `^random$` or `^(html|json)(=.+)?$`. */
export function wordsOfPattern(pattern: unknown): readonly string[] | undefined {
  return /^\^\(?([\w|]+)[)$]/.exec(String(pattern))?.[1]?.split('|')
}

function commented(lines: readonly string[]): string {
  return lines.map((line) => `# ${line}`).join('\n')
}

/** The longest line, without the comment sign. */
const width = 110

function wrapped(text: string): readonly string[] {
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trimStart()
    if (longer.length <= width) lines.splice(-1, 1, longer)
    else lines.push(word)
  }
  return lines
}

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The files that docs/ci.md shows with this name in their first line, in its order. */
export function recipes(name: string): readonly string[] {
  const text = readFileSync(fileURLToPath(new URL('../../docs/ci.md', import.meta.url)), 'utf8')
  const blocks = [...text.matchAll(/```[a-z]+\n([\s\S]*?)```/g)].map(([, block]) => block ?? '')
  return blocks.filter((block) => block.split('\n')[0]?.endsWith(` ${name}`))
}

/** The only one with this name. */
export function recipe(name: string): string {
  const [only, ...others] = recipes(name)
  if (only === undefined || others.length > 0) throw new Error(`docs/ci.md has ${others.length + 1} files ${name}`)
  return only
}

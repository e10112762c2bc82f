import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Returns the code blocks in docs/ci.md whose first line names this file, in order. */
export function recipes(name: string): readonly string[] {
  const text = readFileSync(fileURLToPath(new URL('../../docs/ci.md', import.meta.url)), 'utf8')
  const blocks = [...text.matchAll(/```[a-z]+\n([\s\S]*?)```/g)].map(([, block]) => block ?? '')
  return blocks.filter((block) => block.split('\n')[0]?.endsWith(` ${name}`))
}

/** Returns the only code block with this file name. Throws if there is not exactly one. */
export function recipe(name: string): string {
  const [only, ...others] = recipes(name)
  if (only === undefined || others.length > 0) throw new Error(`docs/ci.md has ${others.length + 1} files ${name}`)
  return only
}

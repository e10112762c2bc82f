import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** A step of a page for its reader: a file to write or a command to run. */
export type Step =
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | { readonly kind: 'command'; readonly text: string; readonly status: number }

/** The pages with commands: the README and all pages in `docs`. */
export const pages: readonly string[] = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** Returns the steps of a page in order, each command once. */
export function stepsOf(page: string): readonly Step[] {
  const text = readFileSync(join(root, page), 'utf8')
  const found = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$|`(npx mgi [^`\n]+)`/gm)].flatMap(
    ([, language, block = '', inline]): readonly Step[] => {
      if (inline !== undefined) return isName(inline) ? [] : [commandIn(inline)]
      if (language === 'sh') return block.trim().split('\n').map(commandIn)
      return namedFile(block)
    },
  )
  return found.filter((step, at) => found.findIndex((other) => isSame(step, other)) === at)
}

/** Returns whether an inline command such as `npx mgi proxy` is only a name, because it has no arguments. */
function isName(inline: string): boolean {
  return /^npx mgi [a-z]+$/.test(inline)
}

/** Reads a command line, and the exit status in the comment after it. */
function commandIn(line: string): Step {
  const [, text = line, status = '0'] = /^(.*?)\s+# status (\d+)$/.exec(line) ?? []
  return { kind: 'command', text, status: Number(status) }
}

/** Returns a code block as a file if its first line is a comment with a file name. */
function namedFile(block: string): readonly Step[] {
  const [, name] = /^(?:\/\/|#) ([\w.-]+\.(?:m?js|ts|yaml|json))$/m.exec(block.split('\n')[0] ?? '') ?? []
  return name === undefined ? [] : [{ kind: 'file', name, text: block }]
}

function isSame(one: Step, other: Step): boolean {
  return one.kind === 'command' ? other.kind === 'command' && one.text === other.text : one === other
}

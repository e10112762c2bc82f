import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** What a reader of a page does next. */
export type Step =
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | { readonly kind: 'command'; readonly text: string; readonly status: number }

/** The pages that tell somebody what to run: the README and all of `docs`. */
export const pages: readonly string[] = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** The steps of a page in its order, each command once. */
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

/** `npx mgi proxy` in the middle of a sentence is a name. */
function isName(inline: string): boolean {
  return /^npx mgi [a-z]+$/.test(inline)
}

/** A command line, with the exit status that a comment behind it states. */
function commandIn(line: string): Step {
  const [, text = line, status = '0'] = /^(.*?)\s+# status (\d+)$/.exec(line) ?? []
  return { kind: 'command', text, status: Number(status) }
}

/** Code that begins with a comment with a file name. */
function namedFile(block: string): readonly Step[] {
  const [, name] = /^(?:\/\/|#) ([\w.-]+\.(?:m?js|ts|yaml|json))$/m.exec(block.split('\n')[0] ?? '') ?? []
  return name === undefined ? [] : [{ kind: 'file', name, text: block }]
}

function isSame(one: Step, other: Step): boolean {
  return one.kind === 'command' ? other.kind === 'command' && one.text === other.text : one === other
}

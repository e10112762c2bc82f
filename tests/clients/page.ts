import { type Ability, abilities } from './abilities.ts'
import type { Format } from './clients.ts'
import type { Result } from './record.ts'

const marks = ['<!-- clients: npm run test:clients -->\n', '<!-- end of clients -->'] as const

const titles = {
  images: 'Images',
  messages: 'Messages',
  'content generation': 'Content generation',
} satisfies Record<Format, string>

/** Returns the page with these tables between its markers. Throws if a marker is missing. */
export function withTables(page: string, results: readonly Result[]): string {
  const begin = page.indexOf(marks[0])
  const end = page.indexOf(marks[1])
  if (begin < 0 || end < begin) throw new Error(`the marks ${marks.join('… ')} are missing`)
  return `${page.slice(0, begin + marks[0].length)}${tables(results)}\n${page.slice(end)}`
}

function tables(results: readonly Result[]): string {
  return (Object.keys(titles) as Format[])
    .map((format) => `\n## ${titles[format]}\n\n${table(results.filter((result) => result.format === format))}\n`)
    .join('')
}

/** Returns a row for each client, a column for each ability that at least one has, and notes below. */
function table(results: readonly Result[]): string {
  const shown = (Object.keys(abilities) as Ability[]).filter((ability) =>
    results.some((result) => result.abilities[ability] !== undefined),
  )
  const notes: string[] = []
  const noted = (text: string): string => {
    if (!notes.includes(text)) notes.push(text)
    return ` [${notes.indexOf(text) + 1}]`
  }
  const rows = results.map((result) => [nameOf(result, noted), ...shown.map((ability) => cell(result, ability, noted))])
  const head = ['client', ...shown.map((ability) => abilities[ability].heading)]
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  const below = notes.map((text, index) => `${index + 1}. ${text}`)
  return [lines, ...(below.length === 0 ? [] : [below])].map((block) => block.join('\n')).join('\n\n')
}

type Noted = (text: string) => string

function nameOf({ packages, language, needs }: Result, noted: Noted): string {
  const name = packages.join(', ')
  const note = needs === undefined ? '' : noted(`The client needs ${needs}.`)
  return `${language === 'Python' ? `${name} (Python)` : name}${note}`
}

function cell({ abilities: outcomes, fails }: Result, ability: Ability, noted: Noted): string {
  const outcome = outcomes[ability]
  if (outcome === undefined) return '–'
  return outcome === 'works' ? 'yes' : `no${noted(`${fails?.[ability]}.`)}`
}

/**
 * Runs the exercises of one client against a server: `node main.ts FILE URL PACKAGE…`. Prints the outcomes as one line
 * of JSON.
 */
import type { Exercises, Outcomes } from '../abilities.ts'

const [file = '', url = '', ...packages] = process.argv.slice(2)
const { exercises } = (await import(`./${file}`)) as {
  exercises(url: string, packages: readonly string[]): Promise<Exercises>
}
process.stdout.write(`${JSON.stringify(await outcomesOf(await exercises(url, packages)))}\n`)
// Some clients keep connections open for a minute.
process.exit()

/** Runs exercises one after the other, because some count the requests that the server received. */
async function outcomesOf(tries: Exercises): Promise<Outcomes> {
  const outcomes: Record<string, string> = {}
  for (const [ability, attempt] of Object.entries(tries)) {
    outcomes[ability] = await attempt().then(
      () => 'works',
      (error: unknown) => messageOf(error),
    )
  }
  return outcomes
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error)
}

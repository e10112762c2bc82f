import { writeFileSync } from 'node:fs'
import type { Io } from '../io.ts'
import type { Destination } from './destinations.ts'
import { isReplaced } from './replacing.ts'

/** Writes one value in several formats. Answers whether every file could be written. */
export async function areDocumentsWritten<Name extends string>(
  destinations: readonly Destination<Name>[],
  render: (format: Name) => string,
  io: Io,
): Promise<boolean> {
  let isComplete = true
  for (const { format, file } of destinations) {
    if (file === null) io.stdout.write(render(format))
    else if (!(await isReplaced(file, (part) => writeFileSync(part, render(format)), io))) isComplete = false
  }
  return isComplete
}

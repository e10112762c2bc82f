import { basename, dirname, extname, join } from 'node:path'
import { UsageError } from '../../model/usage-error.ts'
import type { Destination } from '../../report/destinations.ts'

/** Formats for people, which may follow each other on standard output. */
const forPeople: readonly string[] = ['terminal', 'text', 'github', 'markdown']

/** Rejects machine-readable reports of several targets on standard output. */
export function assertPlaces(destinations: readonly Destination[]): void {
  const one = destinations.find(({ format, file }) => file === null && !forPeople.includes(format))
  if (one === undefined) return
  throw new UsageError(
    `--reporter ${one.format}=-: the recordings are of several hosts, each with a report; write files, or name a host with --target URL`,
  )
}

/** Tells whether standard output holds text for people only. */
export function isStdoutFree(destinations: readonly Destination[]): boolean {
  return destinations.every(({ file }) => file !== null)
}

/**
 * Returns the places for the reports of one of several targets: a folder named for it in `--out`, and files with its name before
 * the extension elsewhere.
 */
export function forTarget(destinations: readonly Destination[], slug: string): readonly Destination[] {
  return destinations.map((destination) => {
    const { file, name, isElsewhere } = destination
    if (file === null) return destination
    const place = (path: string): string => {
      const [folder, own, kind] = [dirname(path), basename(path), extname(path)]
      return isElsewhere ? join(folder, `${basename(own, kind)}.${slug}${kind}`) : join(folder, slug, own)
    }
    return { ...destination, file: place(file), name: place(name) }
  })
}

/** Returns a name for each target, from its host and path. */
export function namesOfTargets(targets: readonly string[]): readonly string[] {
  const names: string[] = []
  for (const target of targets) {
    const slug = slugOf(target)
    let name = slug
    for (let number = 2; names.includes(name); number += 1) name = `${slug}-${number}`
    names.push(name)
  }
  return names
}

function slugOf(target: string): string {
  return target
    .replace(/^https?:\/\//, '')
    .replace(/[^\w.-]+/g, '_')
    .slice(0, 100)
}

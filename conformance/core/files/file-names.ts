import { join } from 'node:path'

/** The greatest length of a file name that is made from a name in data. Suffixes and extensions are added to it. */
const longest = 100

/** Names of devices, which Windows opens instead of a file, whatever the extension. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/**
 * Returns whether a name in data is the name of a file in some folder, and nothing else: no path, not hidden, and no
 * device of any system.
 */
export function isFileName(name: string): boolean {
  return /^[\w-][\w.-]*$/.test(name) && name.length <= 255 && !name.endsWith('.') && !devices.test(name)
}

/**
 * Returns the path of the file that a name in data names in a folder. Returns `undefined` if the name could lead out of
 * that folder, because data is not trusted. All paths from names in data are made here and by `fileNamesFor`.
 */
export function pathInFolder(folder: string, name: string): string | undefined {
  return isFileName(name) ? join(folder, name) : undefined
}

/**
 * Returns a file name for each name in data, such as the host of a recording. They differ even where case is ignored,
 * and from `taken`. A name that is a file name already stays as it is if it is short.
 */
export function fileNamesFor(names: readonly string[], taken: readonly string[] = []): readonly string[] {
  const used = new Set(taken.map((name) => name.toLowerCase()))
  return names.map((name) => {
    const first = fileNameFor(name)
    let free = first
    for (let number = 2; used.has(free.toLowerCase()); number += 1) free = `${first}-${number}`
    used.add(free.toLowerCase())
    return free
  })
}

function fileNameFor(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, '_').slice(0, longest)
  const visible = plain.replace(/^[.-]+/, '_').replace(/\.+$/, '_')
  if (visible === '') return '_'
  return devices.test(visible) ? `_${visible}` : visible
}

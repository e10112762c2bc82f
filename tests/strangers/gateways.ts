import { fileURLToPath } from 'node:url'

/** A file beside this one. */
export function beside(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}

/** A file of a package that is installed in this folder. */
export function installed(path: string): string {
  return beside(`node_modules/${path}`)
}

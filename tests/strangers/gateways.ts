import { fileURLToPath } from 'node:url'

/** Returns the path of a file in this folder. */
export function beside(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}

/** Returns the path of a file in a package that is installed in this folder. */
export function installed(path: string): string {
  return beside(`node_modules/${path}`)
}

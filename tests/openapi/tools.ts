import { fileURLToPath } from 'node:url'
import { type Ended, ended } from '../package/consumer.ts'

/** A file beside this one. */
export function beside(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}

/** Where Prism and a newer Node.js are installed: the third-party gateways of the tests. */
export const besideStrangers = beside('../strangers/gateways.ts')

/** The OpenAPI document that is published; `mgi openapi` prints it. */
export const published = beside('../../schemas/openapi.json')

/** Runs a tool that is installed in this folder, named by the file that starts it, with a Node.js. */
export function tool(
  file: string,
  args: readonly string[],
  node = process.execPath,
  cwd = beside('.'),
): Promise<Ended> {
  return ended(node, [beside(`node_modules/${file}`), ...args], cwd)
}

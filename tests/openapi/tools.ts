import { fileURLToPath } from 'node:url'
import { type Ended, ended } from '../package/consumer.ts'

/** Returns the path of a file in this folder. */
export function beside(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}

/** The folder of the third-party gateways, where Prism and a newer Node.js are installed. */
export const besideStrangers = beside('../strangers/gateways.ts')

/** The published OpenAPI document, which `mgi openapi` prints. */
export const published = beside('../../schemas/openapi.json')

/** Runs a tool that is installed in this folder with Node.js. `file` is its entry point. */
export function tool(
  file: string,
  args: readonly string[],
  node = process.execPath,
  cwd = beside('.'),
): Promise<Ended> {
  return ended(node, [beside(`node_modules/${file}`), ...args], cwd)
}

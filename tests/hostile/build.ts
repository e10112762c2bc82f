import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Builds the package before tests that run it in a separate process. */
export default function build(): void {
  execFileSync(process.execPath, [fileURLToPath(new URL('../../scripts/build.js', import.meta.url))], {
    stdio: 'inherit',
  })
}

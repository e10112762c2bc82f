/** Loaded into a child with `--import`: as the process ends it writes the most memory it ever had resident, in kilobytes. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env.PEAK_MEMORY_FILE
if (isMainThread && file !== undefined) process.on('exit', () => writeFileSync(file, String(peak())))

/** What `getrusage` says begins, on Linux, with the memory of the parent: a child is a copy of it until it runs its own program. */
function peak() {
  const status = '/proc/self/status'
  if (!existsSync(status)) return process.resourceUsage().maxRSS
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))[1])
}

/** Writes the peak resident memory in kilobytes when the process ends. A child process loads it with `--import`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env.PEAK_MEMORY_FILE
if (isMainThread && file !== undefined) process.on('exit', () => writeFileSync(file, String(peak())))

/**
 * Returns the peak memory in kilobytes. On Linux, `getrusage` includes the memory of the parent, because a child is a
 * copy of it until it calls exec.
 */
function peak() {
  const status = '/proc/self/status'
  if (!existsSync(status)) return process.resourceUsage().maxRSS
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))[1])
}

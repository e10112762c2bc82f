/** Loaded into a child with `--import`: as the process ends it writes the most memory it ever had resident, in kilobytes. */
import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env.PEAK_MEMORY_FILE
if (isMainThread && file !== undefined)
  process.on('exit', () => writeFileSync(file, String(process.resourceUsage().maxRSS)))

/** Writes what is generated and committed: `schemas/bundle.json`. A test fails when it is stale. */
import { writeFileSync } from 'node:fs'
import { bundleText } from '../dist/schemas/bundle.js'

writeFileSync(new URL('../schemas/bundle.json', import.meta.url), bundleText())

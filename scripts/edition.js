/**
 * Freezes the catalogue as a new edition: `npm run edition -- 2027-06` writes its file, and its digest to `frozen.json`.
 * Nothing but errata may change in the file afterwards.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { parse } from 'yaml'
import { catalogue } from '../build/conformance/specification/catalogue.js'
import { specification } from '../build/conformance/specification/traceability/specification.js'
import { editionText, frozenDigest } from '../build/scripts/edition-text.js'

const [name = ''] = process.argv.slice(2)
if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(name)) {
  console.error('name the edition by year and month: npm run edition -- 2027-06')
  process.exit(2)
}
const folder = new URL('../conformance/specification/editions/', import.meta.url)
const file = new URL(`${name}.yaml`, folder)
if (existsSync(file)) {
  console.error(`the edition ${name} exists; a frozen edition is never written again`)
  process.exit(2)
}
const text = editionText(name, specification.digest, catalogue.requirements)
writeFileSync(file, text)
const digests = new URL('frozen.json', folder)
const frozen = existsSync(digests) ? JSON.parse(readFileSync(digests, 'utf8')) : {}
writeFileSync(digests, `${JSON.stringify({ ...frozen, [name]: frozenDigest(parse(text)) }, null, 2)}\n`)
console.log(`${name}: ${catalogue.requirements.length} requirements. Run npm run generate, and review the difference:`)
console.log(`  npx mgi requirements --edition ${name} --against ${Object.keys(frozen).at(-1) ?? name}`)

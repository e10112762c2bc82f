/**
 * Writes the generated files that are committed: `schemas/types.ts`, `schemas/sentence-ids.ts`,
 * `conformance/product/config/config-file.ts`, `conformance/product/cli/run/options/config-options.ts`,
 * `REQUIREMENTS.md`, `docs/known-defects.md`, `docs/configuration.md`, the permanent ids of requirements, and
 * `fixtures/images/facts.json`. Tests fail if one is stale.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { runOptionSpecs } from '../build/conformance/product/cli/run/options/options.js'
import { freshFactsText } from '../build/conformance/specification/areas/images/uploads.js'
import { catalogue } from '../build/conformance/specification/catalogue.js'
import { permanentIds, permanentIdsText } from '../build/conformance/specification/traceability/permanent-ids.js'
import { readDocuments, readGroups } from '../build/schemas/build/compiled.js'
import { configTypesText } from '../build/schemas/build/config-types.js'
import { sentenceIdsText, takeSentences } from '../build/schemas/build/sentences.js'
import { typesText } from '../build/schemas/build/types.js'
import { configOptionsText } from '../build/scripts/options-of-schema.js'
import { configPage } from '../build/scripts/pages/config-page.js'
import { defectsPage } from '../build/scripts/pages/defects-page.js'
import { pageContents } from '../build/scripts/pages/page-contents.js'
import { requirementsPage } from '../build/scripts/pages/requirements-page.js'

const at = (path) => new URL(`../${path}`, import.meta.url)
// Plans depend on the facts of pictures, which the program reads on start, so this script starts again.
const factsFile = at('fixtures/images/facts.json')
if (readFileSync(factsFile, 'utf8') !== freshFactsText()) {
  writeFileSync(factsFile, freshFactsText())
  process.exit(spawnSync(process.execPath, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1)
}

const idsFile = at('conformance/specification/traceability/permanent-ids.json')
const known = existsSync(idsFile) ? JSON.parse(readFileSync(idsFile, 'utf8')) : []

const { documents, sentences } = takeSentences(readDocuments(at('schemas/')), readGroups(at('schemas/')))
writeFileSync(at('schemas/sentence-ids.ts'), sentenceIdsText(sentences))
const source = JSON.parse(readFileSync(at('schemas/openapi/source.json'), 'utf8'))
writeFileSync(at('schemas/types.ts'), await typesText(documents, source))
writeFileSync(at('REQUIREMENTS.md'), requirementsPage(pageContents(at('fixtures/corpus/'))))
writeFileSync(at('docs/known-defects.md'), defectsPage(catalogue))
const config = JSON.parse(readFileSync(at('schemas/config/config.json'), 'utf8'))
writeFileSync(at('conformance/product/config/config-file.ts'), await configTypesText(config))
writeFileSync(at('conformance/product/cli/run/options/config-options.ts'), configOptionsText(config))
writeFileSync(at('docs/configuration.md'), configPage(config, Object.keys(runOptionSpecs)))
writeFileSync(idsFile, permanentIdsText(permanentIds(catalogue.requirements, known)))

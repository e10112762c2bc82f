/**
 * Writes what is generated and committed: `schemas/bundle.json`, `REQUIREMENTS.md`, `docs/known-defects.md` and the
 * permanent ids of requirements. Tests fail when one is stale.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { catalogue } from '../dist/conformance/catalogue.js'
import { defectsPage } from '../dist/conformance/ledger/markdown/defects-page.js'
import { requirementsPage } from '../dist/conformance/ledger/markdown/requirements-page.js'
import { permanentIds, permanentIdsText } from '../dist/conformance/ledger/permanent-ids.js'
import { requirementsBook } from '../dist/conformance/requirements-book.js'
import { bundleText } from '../dist/schemas/bundle.js'

const at = (path) => new URL(`../${path}`, import.meta.url)
const idsFile = at('conformance/ledger/permanent-ids.json')
const known = existsSync(idsFile) ? JSON.parse(readFileSync(idsFile, 'utf8')) : []

writeFileSync(at('schemas/bundle.json'), bundleText())
writeFileSync(at('REQUIREMENTS.md'), requirementsPage(requirementsBook(at('fixtures/corpus/'))))
writeFileSync(at('docs/known-defects.md'), defectsPage(catalogue))
writeFileSync(idsFile, permanentIdsText(permanentIds(catalogue.requirements, known)))

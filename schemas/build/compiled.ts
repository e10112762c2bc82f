import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import standalone from 'ajv/dist/standalone/index.js'
import { schemaNameOf } from '../load.ts'
import { mostViolations } from '../validate.ts'
import { bundleText } from './bundle.ts'
import { newCompiler } from './compiler.ts'
import { readDocuments, readGroups } from './documents.ts'
import { takeSentences } from './sentences.ts'

/**
 * Writes the files that `schemas` reads at run time: the documents, their sentences, and for each folder of schemas a
 * module with their validators. The modules are CommonJS because Ajv's own modules are, and so that they load
 * synchronously. Throws if a schema does not compile.
 */
export function writeCompiled(from: URL, to: URL): void {
  writeFiles(compiledFiles(from), to)
}

/** Writes texts by the names of their files. A reader finds the old file or the new one. */
export function writeFiles(files: Iterable<readonly [string, string]>, to: URL): void {
  mkdirSync(to, { recursive: true })
  for (const [file, text] of files) {
    const written = new URL(`${file}.${process.pid}`, to)
    writeFileSync(written, text)
    renameSync(written, new URL(file, to))
  }
}

function compiledFiles(from: URL): ReadonlyMap<string, string> {
  const { documents, sentences } = takeSentences(readDocuments(from), readGroups(from))
  const compiler = newCompiler(documents, mostViolations)
  const ids = [...documents.keys()]
  const folders = new Set(ids.map((id) => schemaNameOf(id).split('/')[0]))
  const modules = [...folders].map((folder) => {
    const own = ids.filter((id) => schemaNameOf(id).startsWith(`${folder}/`))
    const exported = Object.fromEntries(own.map((id) => [schemaNameOf(id), id]))
    return [`${folder}.cjs`, standalone.default(compiler, exported)] as const
  })
  // Last, so that its age is that of all files.
  return new Map([
    ...modules,
    ['sentences.json', `${JSON.stringify(sentences, null, 1)}\n`],
    ['bundle.json', bundleText(documents)],
  ])
}

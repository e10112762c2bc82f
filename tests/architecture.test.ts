import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))

/** A row of the table in ARCHITECTURE.md: a file or folder, and the modules and packages that it imports. */
interface Module {
  readonly name: string
  readonly imports: readonly string[]
  readonly packages: readonly string[]
}

const modules = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, name = '', , imports]) => /^`[\w./-]+`$/.test(name) && imports !== undefined)
  .map(([, name = '', , imports = '', packages = '']): Module => {
    return { name: name.slice(1, -1), imports: listed(imports).map(fullName), packages: listed(packages) }
  })

function listed(cell: string): readonly string[] {
  return cell === '–' ? [] : cell.split(', ')
}

function fullName(short: string): string {
  return /^(schemas|reports|reference-server)\b/.test(short) ? short : `conformance/${short}`
}

/** Returns the module of a file: the one with the longest name that its path starts with. */
function moduleOf(path: string): Module | undefined {
  const holding = modules.filter(({ name }) => path === name || path.startsWith(`${name}/`))
  return holding.sort((one, other) => other.name.length - one.name.length)[0]
}

interface Import {
  readonly file: string
  readonly specifier: string
  readonly isTypeOnly: boolean
  /** True if it is loaded only when it is needed. */
  readonly isDynamic: boolean
}

const sources = ['schemas', 'conformance', 'reference-server', 'reports', 'scripts'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ts$/.test(name) && !/\.(test|fixture)\.ts$/.test(name))
    .map((name) => join(folder, name)),
)
const imports = sources.flatMap(importsOf)

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const statements = text.matchAll(/^(?:import|export) (type )?(?:([\w*{][^'";]*?) from )?'([^']+)'$/gm)
  const dynamic = text.matchAll(/\bimport\('([^']+)'\)/g)
  return [
    ...Array.from(statements, ([, type, names, specifier = '']) => {
      return { file, specifier, isTypeOnly: type !== undefined || areTypes(names), isDynamic: false }
    }),
    ...Array.from(dynamic, ([, specifier = '']) => ({ file, specifier, isTypeOnly: false, isDynamic: true })),
  ]
}

function areTypes(names: string | undefined): boolean {
  const all = /^\{(.*)\}$/s
    .exec(names ?? '')?.[1]
    ?.split(',')
    .filter((name) => name.trim() !== '')
  return all !== undefined && all.length > 0 && all.every((name) => name.trim().startsWith('type '))
}

/** Modules whose types every module may import, because types have no behaviour. */
const typesForAll = new Set(['conformance/core', 'conformance/specification', 'schemas'])

/** The module that commands load only when they are asked for, so that nothing else needs it. */
const loadedByName = 'conformance/laboratory'

/** Returns the module or package that a file imports, or `undefined` if it needs no permission. */
function importedBy({
  file,
  specifier,
  isTypeOnly,
  isDynamic,
}: Import): { readonly name: string; readonly isPackage: boolean } | undefined {
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) return undefined
  if (!specifier.startsWith('.')) {
    const steps = specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1)
    return { name: steps.join('/'), isPackage: true }
  }
  const path = join(dirname(file), specifier)
  const name = moduleOf(path)?.name ?? path
  const isPermitted = (isTypeOnly && typesForAll.has(name)) || (isDynamic && name === loadedByName)
  return name === moduleOf(file)?.name || isPermitted ? undefined : { name, isPackage: false }
}

const used = imports.flatMap((one) => {
  const imported = importedBy(one)
  return imported === undefined ? [] : [{ ...one, ...imported, module: moduleOf(one.file) }]
})

test('every import stays within what ARCHITECTURE.md lists for its module', () => {
  const offences = used
    .filter(({ module, name, isPackage }) => !(isPackage ? module?.packages : module?.imports)?.includes(name))
    .map(({ file, name, specifier }) => `${relative('', file)} imports ${name} (${specifier})`)
  expect(imports.length).toBeGreaterThan(1000)
  expect(offences).toEqual([])
})

test('ARCHITECTURE.md lists no import that nothing uses', () => {
  const idle = modules.flatMap(({ name, imports, packages }) =>
    [...imports, ...packages]
      .filter((one) => !used.some((other) => other.module?.name === name && other.name === one))
      .map((one) => `${name}: ${one}`),
  )
  expect(modules.length).toBeGreaterThan(10)
  expect(idle).toEqual([])
})

test('each module imports only modules above it in the table: there are no circles', () => {
  const names = modules.map(({ name }) => name)
  const upward = modules.flatMap(({ name, imports }) =>
    imports.filter((one) => names.indexOf(one) >= names.indexOf(name)).map((one) => `${name}: ${one}`),
  )
  expect(upward).toEqual([])
})

test('nothing that runs imports what only the build needs', () => {
  const isOfTheBuild = (path: string) => /^(schemas|conformance\/specification\/traceability)\/build\//.test(path)
  const users = imports.filter(({ file, specifier }) => isOfTheBuild(join(dirname(file), specifier)))
  expect(users.map(({ file }) => file).filter((file) => !isOfTheBuild(file))).toEqual([])
})

/** In these folders not even types form circles: a file can be read after those that it names. */
const withoutCirclesOfTypes = /^conformance\/(engine\/(plan|generate|drive|judge)|product\/upstream)\//

test('no file imports itself by way of others', () => {
  const graph = new Map<string, string[]>()
  for (const { file, specifier, isTypeOnly, isDynamic } of imports)
    if (specifier.startsWith('.') && !isDynamic && (!isTypeOnly || withoutCirclesOfTypes.test(file)))
      graph.set(file, [...(graph.get(file) ?? []), join(dirname(file), specifier)])
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, above: readonly string[]): void => {
    if (above.includes(file)) circles.push([...above.slice(above.indexOf(file)), file].join(' -> '))
    if (done.has(file) || above.includes(file)) return
    for (const other of graph.get(file) ?? []) visit(other, [...above, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  expect(circles).toEqual([])
})

test('an exported name has one meaning: no two files declare it', () => {
  const declared = /^export (?:abstract )?(?:interface|type|function\*?|async function|const|class) (\w+)/gm
  const files = new Map<string, string[]>()
  for (const file of sources) {
    if (/^schemas\/(types|sentence-ids)\.ts$/.test(file)) continue
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(declared))
      files.set(name, [...(files.get(name) ?? []), file])
  }
  expect([...files].filter(([, declaring]) => new Set(declaring).size > 1)).toEqual([])
})

/** Redirects, whose origin is compared afterwards; references between schemas; the project's own files. */
const resolving = [
  'conformance/core/text/redirect.ts',
  'conformance/engine/record/client/client.ts',
  'conformance/engine/record/client/fetch-image.ts',
  'conformance/specification/areas/images/uploads.ts',
  'conformance/specification/traceability/corpus.ts',
  'schemas/load.ts',
  'schemas/package-root.ts',
  'scripts/pages/requirement-pages.ts',
]

test('no address is made by resolving the text of others against a base', () => {
  const offences = sources
    .filter((file) => !resolving.includes(file) && !/\/build\//.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const found = text.matchAll(/\bnew URL\((?:[^()]|\([^()]*\))*?,\s*([^()]*?),?\s*\)/g)
      return Array.from(found, ([, base]) => `${file}: ${base}`)
    })
  expect(offences.filter((one) => !one.endsWith(': import.meta.url'))).toEqual([])
})

import { existsSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageFile } from '../../../schemas/package-root.ts'

/** The path of a published schema, relative to a file. */
interface SchemaReference {
  readonly reference: string
  /** True if the schema exists at this path. */
  readonly isThere: boolean
}

const packageName = 'model-gateway-conformance'
const root = dirname(fileURLToPath(packageFile('package.json')))

/**
 * Returns the relative path from `file` to a published schema. The schema is in a package that is installed next to or
 * above the file, in this package if it contains the file, or in this package if it is installed below the file's
 * project, as by `npm install --prefix .mgi`. Otherwise the path is that of a future installation. `own` is the folder of
 * this package.
 */
export function schemaReference(schema: string, file: string, own = root): SchemaReference {
  const folder = dirname(file)
  const isNear = isInside(folder, own) || isInside(folder, projectAround(own))
  const candidates = [...installedFor(folder, schema), ...(isNear ? [join(own, 'schemas', schema)] : [])]
  const found = candidates.find((path) => existsSync(path))
  const reference = found ?? join(folder, 'node_modules', packageName, 'schemas', schema)
  return { reference: asReference(relative(folder, reference)), isThere: found !== undefined }
}

/** Returns the folder around the one in which npm installed a package: `project` of `project/.mgi/node_modules/name`. */
function projectAround(own: string): string | undefined {
  const modules = dirname(own)
  return basename(modules) === 'node_modules' ? dirname(dirname(modules)) : undefined
}

function installedFor(folder: string, schema: string): readonly string[] {
  const parent = dirname(folder)
  const here = join(folder, 'node_modules', packageName, 'schemas', schema)
  return parent === folder ? [here] : [here, ...installedFor(parent, schema)]
}

function isInside(folder: string, outer: string | undefined): boolean {
  return outer !== undefined && !relative(outer, folder).startsWith('..')
}

function asReference(path: string): string {
  const slashed = path.split(sep).join('/')
  return slashed.startsWith('../') ? slashed : `./${slashed}`
}

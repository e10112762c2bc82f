import { existsSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
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
 * above the file, or in this package if it contains the file. Otherwise the path is that of a future installation.
 */
export function schemaReference(schema: string, file: string): SchemaReference {
  const folder = dirname(file)
  const candidates = [...installedFor(folder, schema), ...(isInside(folder) ? [join(root, 'schemas', schema)] : [])]
  const found = candidates.find((path) => existsSync(path))
  const reference = found ?? join(folder, 'node_modules', packageName, 'schemas', schema)
  return { reference: asReference(relative(folder, reference)), isThere: found !== undefined }
}

function installedFor(folder: string, schema: string): readonly string[] {
  const parent = dirname(folder)
  const here = join(folder, 'node_modules', packageName, 'schemas', schema)
  return parent === folder ? [here] : [here, ...installedFor(parent, schema)]
}

function isInside(folder: string): boolean {
  return !relative(root, folder).startsWith('..')
}

function asReference(path: string): string {
  const slashed = path.split(sep).join('/')
  return slashed.startsWith('.') ? slashed : `./${slashed}`
}

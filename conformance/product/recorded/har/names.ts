import { basename, dirname, relative, sep } from 'node:path'

/** Returns the names of files in findings: the shortest distinct paths. */
export function namesOf(files: readonly string[]): (file: string) => string {
  const distinct = [...new Set(files)]
  if (new Set(distinct.map((file) => basename(file))).size === distinct.length) return (file) => basename(file)
  const common = distinct.map((file) => dirname(file)).reduce(commonFolder)
  return (file) => relative(common, file)
}

function commonFolder(one: string, other: string): string {
  let folder = one
  while (other !== folder && !other.startsWith(folder.endsWith(sep) ? folder : folder + sep)) folder = dirname(folder)
  return folder
}

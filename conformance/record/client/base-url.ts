/** The address of a path below a base URL that may have a path of its own. */
export function below(base: URL, path: string): URL {
  const prefix = base.pathname.replace(/\/+$/, '')
  return new URL(base.origin + prefix + path)
}

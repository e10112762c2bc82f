/** The packages that only a server needs, with the tested versions: optional peers in `package.json`. */
export const serverPackages = { koa: '3', '@koa/router': '15', 'koa-body': '8', sharp: '0.35' } as const

/** Thrown if a server should start and one of its packages is not installed. */
export class MissingPackages extends Error {
  override readonly name = 'MissingPackages'
}

/** The packages that only a server needs, with the versions that it is tested with: optional peers in `package.json`. */
export const serverPackages = { koa: '3', '@koa/router': '15', 'koa-body': '8', sharp: '0.35' } as const

/** Thrown where a server is to start and a package that only servers need is not installed. */
export class MissingPackages extends Error {
  override readonly name = 'MissingPackages'
}

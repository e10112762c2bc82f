import { MissingPackages } from './published.ts'

/** Optional peer packages that only the server needs, in the tested versions. */
export const serverPackages = { koa: '3', '@koa/router': '15', 'koa-body': '8', sharp: '0.35' } as const

/** The modules that need those packages. */
export interface AppModules {
  readonly createApp: typeof import('./app.ts').createApp
  readonly formReader: typeof import('./read/form.ts').formReader
}

/**
 * Loads the packages of the server when the first one starts. Tests of another gateway need neither the time nor the
 * packages.
 *
 * @throws {MissingPackages} with the command that installs the missing packages.
 */
export async function loadApp(load: () => Promise<AppModules> = appModules): Promise<AppModules> {
  try {
    return await load()
  } catch (error) {
    if (!isMissingPackage(error)) throw error
    const packages = Object.entries(serverPackages).map(([name, version]) => `${name}@${version}`)
    throw new MissingPackages(
      `the reference server needs packages that are not installed; run: npm install --save-dev ${packages.join(' ')}`,
      { cause: error },
    )
  }
}

async function appModules(): Promise<AppModules> {
  const [{ createApp }, { formReader }] = await Promise.all([import('./app.ts'), import('./read/form.ts')])
  return { createApp, formReader }
}

function isMissingPackage(error: unknown): boolean {
  if (!(error instanceof Error) || (error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') return false
  return Object.keys(serverPackages).some((name) => error.message.includes(`'${name}'`))
}

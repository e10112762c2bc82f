import type { TestProjectConfiguration } from 'vitest/config'
import { defineConfig } from 'vitest/config'

const compile = 'tests/compile.ts'
const buildPackage = 'tests/hostile/build.ts'
const sameDraws = 'tests/same-draws.ts'
const equalBytes = 'tests/equal-bytes.ts'
/** Tests that measure the memory of a process. */
const memory = 'tests/hostile/{memory,proxy}.test.ts'

/**
 * Ends a test that hangs. On two cores that eight other processes keep busy, the slowest test takes several minutes, so
 * a shorter limit would fail tests that do not hang. Tests and hooks set no limits of their own.
 */
const tenMinutes = 600_000

const limits = {
  testTimeout: tenMinutes,
  hookTimeout: tenMinutes,
  // Shorter, so that a failure quotes the last value.
  expect: { poll: { timeout: tenMinutes / 2, interval: 20 } },
} as const

/** Tests of the built command, which need minutes, a browser or packages of their own. `npm run test:NAME` runs one. */
function project(name: string, include: string, options: ProjectOptions = {}): TestProjectConfiguration {
  return {
    ...(options.inline === undefined ? {} : { logLevel: 'error' }),
    test: {
      name,
      include: [include],
      ...(options.exclude === undefined ? {} : { exclude: [options.exclude] }),
      // Projects of different orders run one after the other.
      sequence: { groupOrder: options.order ?? 0 },
      globalSetup: options.needsBuild === false ? [compile] : [compile, buildPackage],
      pool: 'forks',
      // A test that starts several processes has both cores to itself.
      ...(options.isParallel ? { maxWorkers: '100%' } : { fileParallelism: false }),
      setupFiles: [sameDraws, equalBytes],
      ...limits,
      ...(options.inline === undefined ? {} : { server: { deps: { inline: options.inline } } }),
    },
  }
}

interface ProjectOptions {
  readonly needsBuild?: false
  readonly isParallel?: true
  readonly exclude?: string
  readonly order?: number
  /** Packages that import JSON in a way that Node does not permit. */
  readonly inline?: string[]
}

export default defineConfig({
  test: {
    // A later run does not transform unchanged modules again; `npx vitest --clearCache` deletes them.
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [
            'dist/**',
            '**/node_modules/**',
            'tests/{variants,hostile,browser,docs,package,pipelines,thorough,whole-runs,strangers,clients,recorders,openapi}/**',
          ],
          globalSetup: [compile],
          pool: 'forks',
          // The files share their modules: loading and compiling everything anew for each takes twice as long.
          isolate: false,
          // Vitest leaves one core idle by default, which is half of two.
          maxWorkers: '100%',
          setupFiles: [sameDraws, equalBytes],
          ...limits,
        },
      },
      project('slow', 'tests/{variants,hostile,thorough,whole-runs}/**/*.test.ts', {
        isParallel: true,
        exclude: memory,
      }),
      // Garbage is collected late on a busy machine, so memory is measured alone.
      project('memory', memory, { order: 1 }),
      project('browser', 'tests/browser/**/*.test.ts', { needsBuild: false }),
      project('docs', 'tests/docs/*.test.ts', { isParallel: true }),
      project('package', 'tests/package/*.test.ts'),
      project('pipelines', 'tests/pipelines/**/*.test.ts', { inline: ['@actions/workflow-parser'] }),
      project('strangers', 'tests/strangers/*.test.ts'),
      project('clients', 'tests/clients/*.test.ts'),
      project('recorders', 'tests/recorders/*.test.ts', { needsBuild: false, isParallel: true }),
      project('openapi', 'tests/openapi/*.test.ts', { isParallel: true }),
    ],
  },
})

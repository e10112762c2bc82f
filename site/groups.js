/** The pages of the site, in the order of the navigation. */
const groups = [
  {
    title: 'Begin',
    pages: [
      ['Overview', 'index.html'],
      ['Install', 'install.html'],
      ['First run', 'first-run.html'],
      ['Reading a report', 'reading-a-report.html'],
      ['Troubleshooting', 'troubleshooting.html'],
      ['Glossary', 'glossary.html'],
    ],
  },
  {
    title: 'Test a gateway',
    pages: [
      ['Configuration', 'configuration.html'],
      ['In a pipeline', 'ci.html'],
      ['At scale', 'scale.html'],
      ['Fix a gateway', 'watch.html'],
      ['What a run sends', 'what-a-run-sends.html'],
      ['What it costs', 'index.html#what-it-costs'],
      ['Exit status', 'index.html#exit-status'],
      ['Your own requirements', 'plugins.html'],
      ['Reports and formats', 'reports.html'],
      ['Editions', 'editions.html'],
      ['From run to badge', 'bundles.html'],
    ],
  },
  {
    title: 'In your project',
    pages: [
      ['Library', 'library.html'],
      ['Vitest', 'vitest.html'],
      ['Your own properties', 'properties.html'],
      ['OpenAPI, schemas, types', 'openapi.html'],
    ],
  },
  {
    title: 'Clients and traffic',
    pages: [
      ['Develop and test a client', 'serve.html'],
      ['Which clients work', 'clients.html'],
      ['Recorded traffic', 'recorded-traffic.html'],
      ['Live traffic', 'proxy.html'],
    ],
  },
  {
    title: 'Reference',
    pages: [
      ['Requirements', 'requirements/index.html'],
      ['Known defects', 'known-defects.html'],
      ['Gallery of gateways', 'gallery.html'],
      ['Security', 'security.html'],
      ['Results and compatibility', 'results.html'],
      ['Performance', 'performance.html'],
      ['Changes', 'changelog.html'],
    ],
  },
  {
    title: 'Work on the suite',
    pages: [
      ['Contributing', 'contributing.html'],
      ['Architecture', 'architecture.html'],
      ['Schemas', 'schemas.html'],
      ['Corpus', 'corpus.html'],
      ['Dependencies', 'dependencies.html'],
      ['Decisions', 'adr/index.html'],
      ['Reporting a vulnerability', 'reporting-vulnerabilities.html'],
    ],
  },
]

/**
 * Returns the groups with the pages that exist. Pages of `docs` that no group lists come last. Pages of requirements
 * and decisions have their own lists.
 */
export function groupsOf(paths) {
  const named = new Set(groups.flatMap(({ pages }) => pages.map(([, target]) => target)))
  const unnamed = paths.filter((path) => !path.includes('/') && !named.has(path))
  const there = ([, target]) => paths.includes(target.split('#')[0])
  return [
    ...groups.map(({ title, pages }) => ({ title, pages: pages.filter(there) })),
    ...(unnamed.length === 0
      ? []
      : [{ title: 'More', pages: unnamed.map((path) => [path.replace(/\.html$/, ''), path]) }]),
  ]
}

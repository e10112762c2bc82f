/** The pages of the site in the order of the list beside every page. */
export const groups = [
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
      ['What a run sends', 'what-a-run-sends.html'],
      ['What it costs', 'index.html#what-it-costs'],
      ['Exit status', 'index.html#exit-status'],
      ['Your own requirements', 'plugins.html'],
      ['Reports and formats', 'reports.html'],
      ['Bundles', 'bundles.html'],
    ],
  },
  {
    title: 'In your project',
    pages: [
      ['Library', 'library.html'],
      ['Vitest', 'vitest.html'],
      ['OpenAPI, schemas, types', 'openapi.html'],
    ],
  },
  {
    title: 'Clients and traffic',
    pages: [
      ['Develop and test a client', 'serve.html'],
      ['Recorded traffic', 'recorded-traffic.html'],
      ['Real traffic', 'proxy.html'],
    ],
  },
  {
    title: 'Reference',
    pages: [
      ['Requirements', 'requirements/index.html'],
      ['Known defects', 'known-defects.html'],
      ['Security', 'security.html'],
      ['Compatibility', 'compatibility.html'],
      ['Results', 'results.html'],
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

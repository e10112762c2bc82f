/** The frame of every page. Links are relative, so that the site works at any URL and from disk. */
import { onThisPage, pageTurner } from './page-links.js'

/** Renders a page of the site from the HTML of its text. `path` is relative to the root of the site. */
export function layout(content, path, { groups, project }) {
  const root = '../'.repeat(path.split('/').length - 1) || './'
  const [, heading = 'model-gateway-conformance'] = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(content) ?? []
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading.replaceAll(/<[^>]*>/g, '')} – model-gateway-conformance</title>
<link rel="stylesheet" href="${root}assets/site.css">
<link rel="stylesheet" href="${root}assets/code.css">
<link rel="icon" href="data:,">
<script defer src="${root}assets/search.js" data-root="${root}"></script>
<script defer src="${root}assets/copy.js"></script>
</head>
<body>
<a class="skip" href="#text">To the text</a>
<header>
<span><a class="home" href="${root}index.html">model-gateway-conformance</a> ${projectLinks(project, root)}</span>
<search><label>Search <input id="query" type="search" autocomplete="off"></label><ol id="hits" aria-live="polite"></ol></search>
</header>
<div class="columns">
<nav class="pages" aria-label="Pages">
${groups.map((group) => groupText(group, path, root)).join('\n')}
</nav>
<main id="text">
${content.replaceAll('<pre>', '<pre tabindex="0">').replaceAll('<table>', '<table tabindex="0">')}
${pageTurner(groups, path, root)}
</main>
${onThisPage(content)}
</div>
</body>
</html>
`
}

function projectLinks({ version, repository }, root) {
  const link = repository === undefined ? '' : ` <a href="${repository}">Repository</a>`
  return `<a class="version" href="${root}changelog.html">version ${version}</a>${link}`
}

function groupText({ title, pages }, path, root) {
  const items = pages.map(([name, target]) => {
    const here = target === path ? ' aria-current="page"' : ''
    return `<li><a href="${root}${target}"${here}>${name}</a></li>`
  })
  return `<h2>${title}</h2>\n<ul>${items.join('')}</ul>`
}

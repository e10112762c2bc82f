/** The links of a page to its own headings, and to the pages before and after it. */

/** The minimum number of headings for a list of headings. */
const fewest = 3

/** Renders the list of the headings of a page, or an empty string for a short page. */
export function onThisPage(content) {
  const headings = [...content.matchAll(/<h([23]) id="([^"]*)"[^>]*>([\s\S]*?)<\/h\1>/g)]
  if (headings.length < fewest) return ''
  const items = headings.map(
    ([, level, id, title]) =>
      `<li class="level-${level}"><a href="#${id}">${title.replaceAll(/<\/?a\b[^>]*>/g, '')}</a></li>`,
  )
  return `<nav class="parts" aria-label="On this page"><h2>On this page</h2>
<ul>${items.join('')}</ul></nav>`
}

/** Renders links to the previous and the next page, in the order of the navigation. */
export function pageTurner(groups, path, root) {
  const pages = groups.flatMap((group) => group.pages).filter(([, target]) => !target.includes('#'))
  const place = pages.findIndex(([, target]) => target === path)
  if (place === -1) return ''
  const [before, after] = [pages[place - 1], pages[place + 1]]
  const link = ([name, target], rel, word) => `<a rel="${rel}" href="${root}${target}">${word}: ${name}</a>`
  return `<nav class="turner" aria-label="Previous and next page">
${before === undefined ? '<span></span>' : link(before, 'prev', 'Previous')}
${after === undefined ? '' : link(after, 'next', 'Next')}
</nav>`
}

/** The links of a page to its own parts, and to the pages before and after it. */

/** A page with fewer headings needs no list of them. */
const fewest = 3

/** The list of the headings of a page, or nothing for a short page. */
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

/** Links to the previous and the next page in the order of the list of pages. */
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

/** Makes the search entries of a page: one for each part under a heading, with its plain text. */
const block = /<pre>[\s\S]*?<\/pre>/g
const headings = /<h[1-3] id="([^"]*)"[^>]*>([\s\S]*?)<\/h[1-3]>/

/** Returns the search entries of a page from its HTML. `path` is relative to the root of the site. */
export function searchEntries(html, path) {
  const [, ...parts] = html.split(headings)
  const entries = []
  let title = ''
  for (let at = 0; at < parts.length; at += 3) {
    const [id, heading, body] = parts.slice(at, at + 3)
    const words = plain(heading)
    if (title === '') title = words
    const text = plain(body.replaceAll(block, ' '))
    const code = plain((body.match(block) ?? []).join(' '))
    // Text that occurs on hundreds of pages does not help to find one.
    if (at === 0 || !path.startsWith('requirements/'))
      entries.push({ id: at === 0 ? path : `${path}#${id}`, page: title, title: words, text, code })
  }
  return entries
}

function plain(html) {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

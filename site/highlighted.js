/** Highlights the code of a page when the site is built. */
import hljs from 'highlight.js/lib/common'
import groovy from 'highlight.js/lib/languages/groovy'

hljs.registerLanguage('groovy', groovy)

/** Returns the code as HTML with the classes of highlight.js, or an empty string for an unknown language. */
export function highlighted(code, language) {
  return hljs.getLanguage(language) === undefined ? '' : hljs.highlight(code, { language }).value
}

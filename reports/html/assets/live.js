// Shows the state of `mgi watch` above the report, and loads the report again when there is a new one.
{
  const one = (id) => document.getElementById(id)
  const strip = one('strip')
  const frame = one('report')

  const show = ({ kind, title, words, reports }) => {
    strip.dataset.kind = kind
    one('state').textContent = title
    one('words').textContent = words
    document.title = `${title} · ${strip.dataset.target}`
    if (reports === undefined || strip.dataset.reports === String(reports)) return
    strip.dataset.reports = String(reports)
    // Reloading keeps the address of the frame, which holds the filter.
    frame.contentWindow.location.reload()
  }

  const events = new EventSource('events')
  events.addEventListener('message', ({ data }) => {
    const state = JSON.parse(data)
    show(state)
    if (state.kind === 'ended') events.close()
  })
  events.addEventListener('error', () => show({ kind: 'down', title: 'mgi watch does not answer', words: '' }))

  // Opens external pages in a new tab instead of the frame.
  const openApart = ({ target }) => {
    const link = target.closest('a[href^="http"]')
    if (link !== null) link.target = '_blank'
  }
  // Adds a button to each failed requirement that sends its cases again.
  const addButton = (source) => {
    const button = source.ownerDocument.createElement('button')
    const id = source.querySelector('code').textContent
    Object.assign(button, { type: 'button', textContent: 'Send again' })
    button.addEventListener('click', () => fetch(`again/${encodeURIComponent(id)}`, { method: 'POST' }))
    source.append(' ', button)
  }
  const onLoad = () => {
    const report = frame.contentDocument
    report?.addEventListener('click', openApart, true)
    if (report?.querySelector('.source button') === null)
      for (const source of report.querySelectorAll('.card.fail .source')) addButton(source)
  }
  frame.addEventListener('load', onLoad)
  onLoad()
}

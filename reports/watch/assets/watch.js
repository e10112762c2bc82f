// Keeps the page up to date: parts come from the server ready to be shown; what is open, focused and chosen stays so.
{
  const one = (id) => document.getElementById(id)
  const said = one('said')
  const detail = one('detail')

  // Puts new markup in place of the old. What had the focus is found again by its key, open folds by their number.
  const put = (element, markup) => {
    const key = element.contains(document.activeElement) ? document.activeElement.dataset.key : undefined
    const open = [...element.querySelectorAll('details')].map((fold) => fold.open)
    element.innerHTML = markup
    for (const [index, fold] of [...element.querySelectorAll('details')].entries()) if (open[index]) fold.open = true
    enliven(element)
    if (key !== undefined) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus()
  }

  // Which findings are shown: those with some words, and those that a count or a cause leads to.
  let choice = {}
  const choose = () => {
    const words = one('words').value.toLowerCase().split(/\s+/).filter(Boolean)
    const members = ['outcome', 'operation', 'dimension'].filter((name) => choice[name])
    for (const item of document.querySelectorAll('.found li')) {
      const fits =
        members.every((name) => item.dataset[name] === choice[name]) &&
        (!choice.cause || item.dataset.causes.split(' ').includes(encodeURIComponent(choice.cause))) &&
        words.every((word) => item.textContent.toLowerCase().includes(word))
      item.hidden = !fits
    }
    const chosen = Object.values(choice).filter(Boolean)
    one('choice').textContent = chosen.join(', ')
    one('all').hidden = chosen.length === 0
  }
  one('words').addEventListener('input', choose)
  one('all').addEventListener('click', () => {
    choice = {}
    choose()
  })

  // Details of a result or an exchange: what the address names.
  let shownDetail = ''
  const place = () => location.hash.slice(1)
  const showDetail = async (isNew) => {
    const wanted = place()
    if (wanted === '' || wanted === 'main') return
    const answer = await fetch(`detail?place=${encodeURIComponent(wanted)}`)
    const markup = await answer.text()
    if (wanted !== place() || !answer.ok || markup === shownDetail) return
    shownDetail = markup
    put(detail, markup)
    if (!isNew) return
    detail.scrollTop = 0
    one('detail-title')?.focus({ preventScroll: matchMedia('(min-width: 76rem)').matches })
  }
  addEventListener('hashchange', () => showDetail(true))

  // Exchanges are listed when somebody looks.
  const listExchanges = async () => {
    if (!one('exchanges').open) return
    const query = new URLSearchParams({ words: one('exchange-words').value })
    if (one('only-streams').checked) query.set('streams', '1')
    const answer = await fetch(`exchanges?${query}`)
    if (answer.ok) put(one('exchange-list'), await answer.text())
  }
  one('exchanges').addEventListener('toggle', listExchanges)
  for (const id of ['exchange-words', 'only-streams']) one(id).addEventListener('input', listExchanges)

  const ask = async (action, value) => {
    const answer = await fetch('do', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action, value }),
    })
    one('answer').textContent = await answer.text()
  }
  document.addEventListener('click', (event) => {
    const button = event.target.closest('button[data-do]')
    if (button !== null) return ask(button.dataset.do, button.dataset.value)
    const link = event.target.closest('a[data-outcome], a[data-cause]')
    if (link === null) return
    event.preventDefault()
    choice = { ...link.dataset }
    delete choice.key
    choose()
    one('findings-title').scrollIntoView()
  })
  one('controls').addEventListener('submit', (event) => {
    event.preventDefault()
    const value = event.target.elements.one.value.trim()
    if (value !== '') ask(value.includes('/') ? 'case' : 'requirement', value)
  })

  // What the server tells. A connection that breaks is made again by the browser, and then everything comes anew.
  const events = new EventSource('events')
  events.addEventListener('parts', ({ data }) => {
    const { parts, exchanges, words, isOver } = JSON.parse(data)
    for (const [name, markup] of Object.entries(parts)) put(one(name), markup)
    one('exchange-count').textContent = exchanges
    if (said.textContent !== words) said.textContent = words
    choose()
    if (isOver) return
    showDetail(false)
    listExchanges()
  })
  events.addEventListener('end', () => {
    events.close()
    said.textContent = 'mgi watch has ended'
    for (const button of document.querySelectorAll('button[data-do], #controls button')) button.disabled = true
  })
  events.addEventListener('error', () => {
    if (said.textContent !== 'mgi watch has ended') said.textContent = 'mgi watch does not answer'
  })
  showDetail(true)
}

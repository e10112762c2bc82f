// Filters the whole page by outcome, operation, dimension, level, section, cause and words. The filter is part of the
// address, `#?outcome=fail&operation=…`, so that it can be shared and the back button works.
{
  const form = document.getElementById('filters')
  const count = document.getElementById('filtered')
  const chosen = document.getElementById('chosen')
  const showAll = form.querySelector('button[type=reset]')
  const sections = [...document.querySelectorAll('details.section')]
  const groups = [...document.querySelectorAll('section.results')].map((group) => ({
    group,
    number: group.querySelector('h2 .number'),
    rest: group.querySelector(':scope > details.rest'),
    cards: [...group.querySelectorAll('.card')],
  }))
  const links = [...document.querySelectorAll('.contents .failed li:not(.quiet) a')]
  const causes = [...document.querySelectorAll('#causes li[data-cause]')]
  const pairs = (text) =>
    text
      .split(' ')
      .filter(Boolean)
      .map((one) => one.split('='))
  const entries = [...document.querySelectorAll('.requirements tbody tr')].map((line) => {
    const place = line.id.startsWith('line-') ? line.id.slice(5) : ''
    return {
      line,
      place,
      section: line.closest('details'),
      card: place === '' ? null : (document.getElementById(place)?.closest('.card') ?? null),
      // The outcome on each operation; the empty name has that of the requirement, the worst of them.
      outcomes: new Map([['', line.dataset.outcome], ...pairs(line.dataset.operations)]),
      causes: pairs(line.dataset.causes ?? '').map(([operation, id]) => [operation, decodeURIComponent(id)]),
    }
  })
  const byPlace = new Map(entries.map((entry) => [entry.place, entry]))
  const byCard = new Map(entries.map((entry, index) => [entry.card, { entry, index }]))
  const lists = ['dimension', 'level', 'section']
  const fields = ['outcome', 'operation', ...lists, 'cause', 'text', 'order']

  // The words of a requirement and its findings. Evidence is left out, because it contains nearly every word.
  const wordsOf = (entry) => {
    entry.words ??= [entry.line, ...(entry.card?.querySelectorAll('.message, .facts') ?? [])]
      .map(({ textContent }) => textContent.toLowerCase())
      .join(' ')
    return entry.words
  }

  const wanted = () => {
    const values = new FormData(form)
    const one = (name) => values.get(name) ?? ''
    const outcomes = values.getAll('outcome')
    const words = one('text').toLowerCase().split(/\s+/).filter(Boolean)
    const chosen = lists.map((name) => [name, one(name)]).filter(([, value]) => value !== '')
    const [operation, cause] = [one('operation'), one('cause')]
    const isAll = `${operation}${cause}` === '' && outcomes.length + words.length + chosen.length === 0
    const fits = (entry) =>
      entry.outcomes.has(operation) &&
      (outcomes.length === 0 || outcomes.includes(entry.outcomes.get(operation))) &&
      chosen.every(([name, value]) => entry.line.dataset[name] === value) &&
      (cause === '' || entry.causes.some(([on, id]) => id === cause && (operation === '' || on === operation))) &&
      words.every((word) => wordsOf(entry).includes(word))
    return { isAll, fits, operation, cause, isInDocumentOrder: one('order') === 'document' }
  }

  const hide = (element, isHidden) => {
    if (element.hidden !== isHidden) element.hidden = isHidden
  }

  const showLines = ({ isAll, fits }) => {
    const shown = new Map(sections.map((section) => [section, 0]))
    for (const entry of entries) {
      entry.isShown = fits(entry)
      hide(entry.line, !entry.isShown)
      if (entry.isShown) shown.set(entry.section, shown.get(entry.section) + 1)
    }
    for (const [section, number] of shown) {
      hide(section, number === 0)
      section.open = !isAll && number > 0
    }
    count.textContent = `${[...shown.values()].reduce((sum, number) => sum + number, 0)} of ${entries.length} requirements`
  }

  const showCards = ({ isAll, operation }) => {
    for (const { group, number, rest, cards } of groups) {
      let shown = 0
      for (const card of cards) {
        // Two requirements with the same id share a place; a card without its own line stays visible.
        const isShown = byCard.get(card)?.entry.isShown ?? true
        hide(card, !isShown)
        if (isShown) shown += 1
        for (const part of card.querySelectorAll('.on'))
          hide(part, operation !== '' && !part.id.endsWith(`@${operation}`))
      }
      number.textContent = shown === cards.length ? String(shown) : `${shown} of ${cards.length}`
      hide(group, !isAll && shown === 0)
      if (rest === null) continue
      const inRest = rest.querySelectorAll('.card:not([hidden])').length
      hide(rest, inRest === 0)
      rest.firstElementChild.textContent = `${inRest} more`
      if (!isAll) rest.open = true
    }
  }

  // Filters the other lists of requirements: the causes, and the failures beside the page.
  const showLists = ({ isAll, cause }) => {
    for (const link of links) hide(link.parentElement, !byPlace.get(link.hash.slice(1))?.isShown)
    const more = document.querySelector('.contents .more')
    if (more !== null) {
      const inMore = more.querySelectorAll('li:not([hidden])').length
      hide(more, inMore === 0)
      more.querySelector('summary').textContent = `${inMore} more`
    }
    const seen = new Set(entries.flatMap((entry) => (entry.isShown ? entry.causes.map(([, id]) => id) : [])))
    for (const item of causes)
      hide(item, !isAll && (!seen.has(item.dataset.cause) || (cause !== '' && item.dataset.cause !== cause)))
  }

  // Shows the active filter when the form is folded.
  const showChosen = ({ isAll }) => {
    const words = [...new FormData(form)].filter(([name, value]) => name !== 'order' && value !== '')
    chosen.textContent = words.map(([name, value]) => (name === 'cause' ? causeName() : value)).join(', ')
    hide(showAll, isAll)
  }
  const causeName = () => form.elements.cause.selectedOptions[0].textContent

  // Cards are ordered by weight. The list of all requirements is in the order of the specification.
  const indexOf = (card) => byCard.get(card)?.index ?? entries.length
  let isSorted = false
  const sort = ({ isInDocumentOrder }) => {
    if (isSorted === isInDocumentOrder) return
    isSorted = isInDocumentOrder
    for (const { group, rest, cards } of groups) {
      const order = isSorted ? [...cards].sort((one, other) => indexOf(one) - indexOf(other)) : cards
      const inRest = rest === null ? 0 : rest.querySelectorAll('.card').length
      for (const [index, card] of order.entries())
        if (index < cards.length - inRest) group.insertBefore(card, rest)
        else rest.append(card)
    }
  }

  const apply = () => {
    const choice = wanted()
    for (const step of [sort, showLines, showCards, showLists, showChosen]) step(choice)
  }

  const note = () => {
    const state = new URLSearchParams()
    for (const [name, value] of new FormData(form)) if (value !== '') state.append(name, value)
    history.replaceState(null, '', state.size === 0 ? '#' : `#?${state}`)
  }

  const choose = (state) => {
    for (const name of fields) {
      const field = form.elements[name]
      if (name === 'outcome') for (const box of field) box.checked = state.getAll(name).includes(box.value)
      else if (field !== undefined) {
        field.value = state.get(name) ?? ''
        if (field.selectedIndex === -1) field.selectedIndex = 0
      }
    }
    apply()
  }

  const chooseByAddress = () => {
    if (location.hash === '' || location.hash.startsWith('#?')) choose(new URLSearchParams(location.hash.slice(2)))
  }

  // A click on a number of the overview or on a cause shows the requirements that it counts.
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[data-outcome], a[data-cause]')
    if (link === null) return
    event.preventDefault()
    const state = new URLSearchParams()
    for (const name of fields) if (link.dataset[name]) state.append(name, link.dataset[name])
    history.pushState(null, '', `#?${state}`)
    choose(state)
    const place = document.querySelector('section.results:not([hidden]) .card:not([hidden])')
    ;(place ?? document.getElementById('requirements')).scrollIntoView()
  })
  form.addEventListener('input', () => {
    apply()
    note()
  })
  form.addEventListener('reset', () => setTimeout(apply))
  showAll.addEventListener('click', () => setTimeout(note))
  form.addEventListener('submit', (event) => event.preventDefault())
  addEventListener('hashchange', chooseByAddress)
  form.hidden = false
  // Keeps the target of a link from ending up behind the filter.
  const reserve = () => {
    document.documentElement.style.scrollPaddingTop = `calc(${form.offsetHeight}px + 1rem)`
  }
  reserve()
  new ResizeObserver(reserve).observe(form)
  if (location.hash !== '') chooseByAddress()
}

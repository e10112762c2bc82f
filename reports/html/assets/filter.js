// Chooses requirements by outcome, operation, dimension, level, section and words.
{
  const form = document.getElementById('filters')
  const count = document.getElementById('filtered')
  const sections = [...document.querySelectorAll('details.section')]
  const lines = [...document.querySelectorAll('.requirements tbody tr')].map((line) => ({
    line,
    section: line.closest('details'),
    words: line.textContent.toLowerCase(),
  }))
  const lists = ['endpoint', 'dimension', 'level', 'section']

  const wanted = () => {
    const values = new FormData(form)
    const outcomes = values.getAll('outcome')
    const words = values.get('text').toLowerCase().split(/\s+/).filter(Boolean)
    const chosen = lists.map((name) => [name, values.get(name)]).filter(([, value]) => value !== '')
    const isAll = outcomes.length === 0 && words.length === 0 && chosen.length === 0
    const fits = ({ line, words: own }) =>
      (outcomes.length === 0 || outcomes.includes(line.dataset.outcome)) &&
      chosen.every(([name, value]) => line.dataset[name] === value) &&
      words.every((word) => own.includes(word))
    return { isAll, fits }
  }

  const apply = () => {
    const { isAll, fits } = wanted()
    const shown = new Map(sections.map((section) => [section, 0]))
    for (const entry of lines) {
      entry.line.hidden = !fits(entry)
      if (!entry.line.hidden) shown.set(entry.section, shown.get(entry.section) + 1)
    }
    for (const [section, number] of shown) {
      section.hidden = number === 0
      section.open = !isAll && number > 0
    }
    const total = [...shown.values()].reduce((sum, number) => sum + number, 0)
    count.textContent = `${total} of ${lines.length} requirements`
  }

  // A number of the overview leads to the requirements that it counts.
  document.addEventListener('click', ({ target }) => {
    const link = target.closest('a[data-outcome]')
    if (link === null) return
    form.reset()
    for (const box of form.elements.outcome) box.checked = box.value === link.dataset.outcome
    form.elements.endpoint.value = link.dataset.endpoint
    form.elements.dimension.value = link.dataset.dimension
    apply()
  })
  form.addEventListener('input', apply)
  form.addEventListener('reset', () => setTimeout(apply))
  form.addEventListener('submit', (event) => event.preventDefault())
  form.hidden = false
}

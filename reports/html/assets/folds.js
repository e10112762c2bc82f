// Opens or closes all evidence at once.
{
  const panel = document.querySelector('.fold-all')
  panel?.addEventListener('click', ({ target }) => {
    const wish = target.closest('button')?.dataset.folds
    if (wish === undefined) return
    for (const fold of document.querySelectorAll('.results details')) fold.open = wish === 'open'
  })
  if (panel !== null) panel.hidden = false
}

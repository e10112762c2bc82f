// Opens and shows the element that the address points at, also inside closed or filtered parts.
{
  const show = (target) => {
    for (let fold = target.closest('details'); fold !== null; fold = fold.parentElement.closest('details'))
      fold.open = true
    target.scrollIntoView()
  }
  const reveal = () => {
    const target = document.getElementById(location.hash.slice(1))
    if (target === null) return
    if (target.closest('[hidden]') === null) return show(target)
    document.getElementById('filters').reset()
    setTimeout(() => show(target))
  }
  addEventListener('hashchange', reveal)
  addEventListener('load', reveal)
  // A link to the current address fires no `hashchange`.
  document.addEventListener('click', ({ target }) => {
    if (target.closest(`a[href="${CSS.escape(location.hash)}"]`) !== null) reveal()
  })
}

// Makes the copy buttons work, and keeps options such as `--out` from being broken over lines. The page of `mgi watch`
// calls the same function for markup that arrives later.
const enliven = (root) => {
  // Browsers break lines after any hyphen, even within `--out`.
  for (const code of root.querySelectorAll('.command code')) {
    const pieces = code.textContent.split(/(\s+)/).map((piece) => {
      if (!piece.includes('-')) return piece
      const word = document.createElement('span')
      word.textContent = piece
      return word
    })
    code.replaceChildren(...pieces)
  }
  for (const button of root.querySelectorAll('button.copy')) button.hidden = false
}

{
  enliven(document)
  const said = document.getElementById('said')

  const copied = async (code) => {
    try {
      await navigator.clipboard.writeText(code.textContent)
      return true
    } catch {
      // Not every browser gives a page from disk access to the clipboard. The older API needs a selection.
      getSelection().selectAllChildren(code)
      return document.execCommand('copy')
    }
  }

  document.addEventListener('click', async ({ target }) => {
    const button = target.closest('button.copy')
    if (button === null) return
    const isCopied = await copied(button.parentElement.querySelector('code'))
    const word = isCopied ? 'Copied' : 'Selected: press Ctrl+C'
    button.textContent = word
    said.textContent = word
    setTimeout(() => {
      button.textContent = 'Copy'
      said.textContent = ''
    }, 2000)
  })
}

// Shows the copy buttons, which need scripts, and keeps browsers from breaking lines inside options.
{
  // Browsers break lines after any hyphen, even in `--out`.
  for (const code of document.querySelectorAll('.command code')) {
    const pieces = code.textContent.split(/(\s+)/).map((piece) => {
      if (!piece.includes('-')) return piece
      const word = document.createElement('span')
      word.textContent = piece
      return word
    })
    code.replaceChildren(...pieces)
  }
  for (const button of document.querySelectorAll('button.copy')) button.hidden = false
  const said = document.getElementById('said')

  const copied = async (code) => {
    try {
      await navigator.clipboard.writeText(code.textContent)
      return true
    } catch {
      // Some browsers deny the clipboard to pages from disk; `execCommand` copies a selection.
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

// Adds buttons that copy commands, and keeps browsers from breaking lines inside options.
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
  for (const command of document.querySelectorAll('.command')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.ariaLabel = `Copy the ${command.querySelector('.label').textContent} command`
    command.append(button)
  }
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

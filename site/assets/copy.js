/** Adds a copy button to each block of code. */
async function copy(code, button) {
  try {
    await navigator.clipboard.writeText(code.textContent.trimEnd())
    button.textContent = 'Copied'
  } catch {
    // A page that is opened from disk may not write to the clipboard, so the code is selected for the reader to copy.
    getSelection().selectAllChildren(code)
    button.textContent = 'Selected'
  }
  setTimeout(() => (button.textContent = 'Copy'), 2000)
}

for (const code of document.querySelectorAll('main pre > code')) {
  const block = code.parentElement
  const frame = document.createElement('div')
  frame.className = 'code'
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.addEventListener('click', () => copy(code, button))
  block.replaceWith(frame)
  frame.append(block, button)
}

/** Draws the output of a command as an SVG of a terminal window. */

const colours = { 31: '#ff8f88', 32: '#56d364', 33: '#e3b341', 36: '#76e3ea' }
const plain = '#e6edf3'
const lineHeight = 19
const characterWidth = 8.43
const margin = 18
/** The maximum number of lines of a picture. */
const most = 27

/** Returns the picture of a command and of the first lines of its output. */
export function terminalPicture(command, printed) {
  const lines = printed.trimEnd().split('\n')
  const shown = [`\x1b[32m$\x1b[39m \x1b[1m${command}\x1b[22m`, '', ...lines.slice(0, most)]
  if (lines.length > most) shown.push('\x1b[2m…\x1b[22m')
  const width = Math.ceil(Math.max(...shown.map(columnsOf)) * characterWidth) + 2 * margin
  const height = shown.length * lineHeight + 2 * margin
  const texts = shown.map((line, index) => lineText(line, margin + (index + 0.75) * lineHeight))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
${texts.join('\n')}
</g>
</svg>
`
}

const sequence = /\x1b\[(\d+)m/

function columnsOf(line) {
  return line
    .split(sequence)
    .filter((_part, index) => index % 2 === 0)
    .join('').length
}

/** Renders one line of text. Escape sequences separate it into parts with their own style and position. */
function lineText(line, y) {
  const look = { fill: plain, isBold: false, isDim: false }
  let column = 0
  const spans = line.split(sequence).map((part, index) => {
    if (index % 2 === 1) {
      change(look, Number(part))
      return ''
    }
    const x = (margin + column * characterWidth).toFixed(1)
    column += part.length
    return part.trim() === '' ? '' : span(part, x, look)
  })
  return `<text y="${y}" xml:space="preserve">${spans.join('')}</text>`
}

function span(text, x, { fill, isBold, isDim }) {
  const weight = isBold ? ' font-weight="700"' : ''
  const length = ` textLength="${(text.length * characterWidth).toFixed(1)}"`
  return `<tspan x="${x}" fill="${isDim ? '#9da7b1' : fill}"${weight}${length}>${escaped(text)}</tspan>`
}

function change(look, code) {
  if (code === 1) look.isBold = true
  else if (code === 2) look.isDim = true
  else if (code === 22) Object.assign(look, { isBold: false, isDim: false })
  else look.fill = colours[code] ?? plain
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** What decides where the words of a text field break. */
const copied = [
  'box-sizing',
  'border-width',
  'border-style',
  'padding',
  'font-family',
  'font-size',
  'font-weight',
  'line-height',
  'letter-spacing',
  'word-spacing',
  'tab-size',
  'text-indent',
]

/** Where a character of a text field stands in the window: browsers don't tell, so the text is laid out once more. */
export function caretPlace(field: HTMLTextAreaElement, position: number) {
  const copy = document.createElement('div')
  const style = getComputedStyle(field)
  for (const name of copied) copy.style.setProperty(name, style.getPropertyValue(name))
  Object.assign(copy.style, {
    position: 'fixed',
    top: '0',
    left: '0',
    width: `${field.clientWidth + 2 * field.clientLeft}px`,
    visibility: 'hidden',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  })
  copy.textContent = field.value.slice(0, position)
  const mark = document.createElement('span')
  mark.textContent = '@'
  copy.append(mark)
  document.body.append(copy)
  const { offsetLeft, offsetTop, offsetHeight } = mark
  copy.remove()
  const box = field.getBoundingClientRect()
  const top = box.top + offsetTop - field.scrollTop
  return { left: box.left + offsetLeft, top, bottom: top + offsetHeight }
}

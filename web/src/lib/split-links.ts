export type TextPart = { text: string; isLink: boolean /** Where it begins. */; at: number }

const address = /\bhttps?:\/\/[^\s<>"“”]+/gi

/** Text cut into plain parts and http(s) addresses, in order; joined again it is the text. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const link = withoutSentenceEnd(found)
    if (!URL.canParse(link)) continue
    if (index > end) parts.push({ text: text.slice(end, index), isLink: false, at: end })
    parts.push({ text: link, isLink: true, at: index })
    end = index + link.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), isLink: false, at: end })
  return parts
}

/** A full stop or bracket behind an address belongs to the sentence, unless the bracket was opened inside. */
function withoutSentenceEnd(found: string): string {
  const last = found.at(-1) ?? ''
  const opening = { ')': '(', ']': '[', '}': '{' }[last]
  const isOutside = opening
    ? found.split(opening).length < found.split(last).length
    : /[.,;:!?'’*_]/.test(last)
  return isOutside ? withoutSentenceEnd(found.slice(0, -1)) : found
}

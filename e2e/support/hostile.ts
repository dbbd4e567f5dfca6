import type { BrowserContext } from '@playwright/test'
import { pdfFile } from './sample-files.ts'

// Texts and files of an attacker. A script in them that runs calls `ran`, which the tests expose in every page, or
// requests /stolen.

/** Closes attributes, titles and text areas, and contains three scripts. */
export const script = (field: string) =>
  `${field} </title></textarea>"'><script>ran('${field}')</script><img src=x onerror=ran('${field}')><svg onload=ran()>`

/** Spellings of URLs that must not become a link. */
export const hostileAddresses = [
  'javascript:ran(1)',
  'JaVaScRiPt:ran(1)',
  'java\tscript:ran(1)',
  'java\nscript:ran(1)',
  '\u0001javascript:ran(1)',
  'javascript\u00a0:ran(1)',
  'javascript :ran(1)',
  '\u200bjavascript:ran(1)',
  'java\u00adscript:ran(1)',
  '\u2028javascript:ran(1)',
  'ｊavascript:ran(1)',
  'javascript&colon;ran(1)',
  'javascript&#58;ran(1)',
  'javascript%3Aran(1)',
  'javascript://example.com/%0aran(1)',
  'javascript:80',
  'javascript:443/ran(1)',
  'javascript.example.com:80/ran(1)',
  'x-javascript:ran(1)',
  '//javascript:ran(1)',
  '\\\\javascript:ran(1)',
  '/javascript:ran(1)',
  '#javascript:ran(1)',
  '"onmouseover="ran(1)',
  'vbscript:ran(1)',
  'livescript:ran(1)',
  'data:text/html,<script>ran(1)</script>',
  'DATA:text/html;base64,PHNjcmlwdD5yYW4oMSk8L3NjcmlwdD4=',
  'data:image/svg+xml,<svg onload=ran(1)>',
  'da\nta:text/html,<script>ran(1)</script>',
  'blob:https://example.com/x',
  'filesystem:https://example.com/x',
  'file:///etc/passwd',
  'view-source:javascript:ran(1)',
  'feed:javascript:ran(1)',
  'about:blank',
  'mailto:a@example.com?subject=<script>ran(1)</script>',
]

const steal =
  "ran('a file: ' + localStorage.getItem('canary'));fetch('/stolen?' + localStorage.getItem('token'));document.title='Taken over'"
const page = `<!doctype html><title>Harmless</title><base href="/"><meta http-equiv="refresh" content="0;url=/stolen">
<script>${steal}</script><script src="/stolen.js"></script><link rel="stylesheet" href="/stolen.css">
<img src="/stolen.png" onerror="${steal}"><iframe src="/stolen"></iframe><object data="/stolen"></object>
<form action="/stolen" id="f"><input autofocus onfocus="${steal}"></form><svg onload="${steal}"></svg>
<a href="javascript:${steal}" id="a">Click me</a>`
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" onload="${steal}"><script>${steal}</script>
<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="${steal}"/></foreignObject></svg>`
const strict = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body onload="${steal}"><script>${steal}</script></body></html>`
const livePdf = pdfFile('live.pdf')
  .buffer.toString('latin1')
  .replace('/Pages 2 0 R', '/Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.launchURL("/stolen"\\)) >>')

export const hostileFiles: Record<string, string> = {
  'page.html': page,
  'page.htm': page,
  'PAGE.HTML': page,
  'two.txt.html': page,
  'two.html.txt': page,
  'drawing.svg': drawing,
  'drawing.svgz': drawing,
  'strict.xhtml': strict,
  'strict.xml': strict,
  'page.shtml': page,
  'page.mht': `MIME-Version: 1.0\nContent-Type: text/html\n\n${page}`,
  'script.js': steal,
  'script.mjs': steal,
  'not-a.pdf': page,
  'live.pdf': livePdf,
  'not-a.txt': page,
  'not-a.md': page,
  'not-a.csv': page,
  'not-a.png': page,
  'not-a.jpg': page,
  'not-a.jpeg': drawing,
  'both.gif': `GIF89a/*${page}*/=1;${steal}`,
  'without-extension': page,
  'dot.html.': page,
}

/** Records every script that runs and every request it makes, in all pages of a context. */
export async function watchForScripts(context: BrowserContext) {
  const seen: string[] = []
  await context.exposeFunction('ran', (what: unknown) => void seen.push(`ran: ${what}`))
  // Responses are recorded instead of requests, because Playwright also reports requests that a policy blocked.
  context.on('response', reply => {
    if (reply.url().includes('/stolen')) seen.push(`got ${reply.url()}`)
  })
  context.on('page', page => page.on('dialog', dialog => void seen.push(`dialog: ${dialog.message()}`)))
  return seen
}

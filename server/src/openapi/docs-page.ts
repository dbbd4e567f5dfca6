import type { OpenApi, Operation } from './describe.ts'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The description to read, as a page without any script: what folds is <details>. */
export function docsPage(api: OpenApi): string {
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const tags = [...new Set(calls.map(({ operation }) => operation.tags[0] ?? ''))]
  const sections = tags.map(tag => {
    const ofTag = calls.filter(({ operation }) => operation.tags[0] === tag)
    return `<section><h2 id="${escaped(tag)}">${escaped(tag)}</h2>${ofTag.map(call).join('')}</section>`
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API of ${escaped(api.info.title)}</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<header><h1>API of ${escaped(api.info.title)}</h1><p>Version ${escaped(api.info.version)}. ${escaped(api.info.description)}
The same for programs: <a href="/api/openapi.json">openapi.json</a>.</p></header>
<nav aria-label="Groups">${tags.map(tag => `<a href="#${escaped(tag)}">${escaped(tag)}</a>`).join(' ')}</nav>
<main>${sections.join('\n')}</main>
</body>
</html>
`
}

function call({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const parts = [
    `<p>${escaped(operation.description)}</p>`,
    ...(operation.parameters?.length
      ? [
          '<h3>Parameters</h3><ul>',
          ...operation.parameters.map(
            one =>
              `<li><code>${escaped(one.name)}</code> in the ${one.in}${one.required ? ', required' : ''}: ${schema(one.schema)}</li>`,
          ),
          '</ul>',
        ]
      : []),
    ...Object.entries(operation.requestBody?.content ?? {}).map(
      ([type, { schema: body }]) => `<h3>Body <small>${escaped(type)}</small></h3>${schema(body)}`,
    ),
    '<h3>Answers</h3><dl>',
    ...Object.entries(operation.responses).map(([code, { description, content = {} }]) => {
      const bodies = Number(code) < 300 ? Object.values(content).map(one => schema(one.schema)) : []
      return `<dt>${code}</dt><dd>${escaped(description)}${bodies.join('')}</dd>`
    }),
    '</dl>',
  ]
  return `<details><summary><span class="method">${method}</span> <code>${escaped(path)}</code> ${escaped(operation.summary)}</summary>${parts.join('')}</details>`
}

const schema = (json: object) => `<pre><code>${escaped(JSON.stringify(json, null, 1))}</code></pre>`

export const docsStyle = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1, h2 { line-height: 1.2; }
h3 { margin: 0.75rem 0 0; font-size: 1rem; }
nav a { display: inline-block; padding: 0.25rem 0.5rem; }
details { border-top: 1px solid color-mix(in srgb, currentcolor 20%, transparent); padding: 0.5rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
.method { display: inline-block; min-width: 4.5rem; font-weight: 600; }
pre { max-height: 20rem; overflow: auto; padding: 0.5rem; background: color-mix(in srgb, currentcolor 8%, transparent); }
dt { font-weight: 600; }
dd { margin: 0 0 0.5rem 1rem; }
`

/** What a mail says, without its form: every mail of the program looks the same. */
export type Mail = {
  to: { name: string; email: string }
  subject: string
  paragraphs: readonly string[]
  /** The one thing to do; `path` is a path of the web app. */
  link?: { text: string; path: string }
  /** Why the reader gets this mail, in small print. */
  reason: string
  /** Where to turn off mails of this kind; without it, it can't be turned off. */
  settingsPath?: string
}

/** The same words as plain text and as HTML. Names and texts come from users: the HTML escapes all of them. */
export function composeMail({ paragraphs, link, reason }: Mail, publicUrl: string) {
  const url = link && new URL(link.path, publicUrl).href
  const text = [...paragraphs, ...(link ? [`${link.text}:\n${url}`] : []), `-- \n${reason}`].join('\n\n')
  const button =
    link &&
    `<p style="margin:24px 0"><a href="${escapeHtml(url ?? '')}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1f5fbf;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(link.text)}</a></p>`
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:560px">
${paragraphs.map(paragraph => `<p style="margin:0 0 16px">${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`).join('\n')}
${button ?? ''}
<p style="margin:32px 0 0;font-size:13px;opacity:0.7">${escapeHtml(reason)}</p>
</div>
</body>
</html>
`
  return { text: `${text}\n`, html }
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => `&#${character.codePointAt(0)};`)

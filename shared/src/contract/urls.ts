import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { requiredText } from './fields.ts'
import { added } from './replies.ts'

/** Each type with its label, in the order of the select. */
export const urlTypes = {
  live: 'Live',
  staging: 'Staging',
  crm: 'CRM',
  website: 'Website',
  admin: 'Admin',
  api: 'API',
  swagger: 'Swagger',
  backend: 'Backend',
  frontend: 'Frontend',
  git: 'Git',
  postman: 'Postman',
  docs: 'Docs',
  database: 'DB',
  test: 'Test',
  other: 'Other',
} as const
export type UrlType = keyof typeof urlTypes
const types = Object.keys(urlTypes) as UrlType[]

export const urlInput = z.object({
  url_type: z.enum(types as [UrlType, ...UrlType[]], { error: messages.urls.typeUnknown }),
  url: requiredText('URL', messages.urls.required, limits.urlMax),
})
export type UrlInput = z.infer<typeof urlInput>

export const urlReply = z.object({
  id: z.number(),
  url_type: z.enum(types as [UrlType, ...UrlType[]]),
  url: z.string(),
  is_blurred: z.boolean(),
  created_at: added(z.string(), ''),
})
export type ProjectUrl = z.infer<typeof urlReply>

export const urlsReply = z.array(urlReply)

/**
 * The link for a URL: http(s) and mailto are kept, and https is added if there is no scheme. For any other scheme, such
 * as `javascript:`, it is undefined, and the URL is shown as plain text.
 */
export function safeHref(url: string): string | undefined {
  // Browsers drop these characters inside a URL, so that "java\tscript:" would be a valid scheme.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among them
  const text = url.replace(/[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff]/g, '')
  if (text === '') return undefined
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(text) ?? []
  if (scheme === undefined) return text.startsWith('//') ? `https:${text}` : `https://${text}`
  if (/^(https?|mailto)$/i.test(scheme)) return text
  // "localhost:8080" and "example.com:443/path" have a port, not a scheme.
  const hasPort = /^(localhost|[a-z0-9-]+(\.[a-z0-9-]+)+):\d{1,5}(?:[/?#]|$)/i.test(text)
  return hasPort ? `https://${text}` : undefined
}

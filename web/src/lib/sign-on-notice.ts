// The server says in a cookie how a single sign-on ended, so that it isn't part of a URL. The cookie contains no secret.

const pattern = /(?:^|;\s*)sso=([\w-]+)/

/** Reads the notice and removes it. With `wanted`, any other notice stays. */
export function takeSignOnNotice(wanted?: string): string | undefined {
  const [, notice] = pattern.exec(document.cookie) ?? []
  if (notice === undefined || (wanted !== undefined && notice !== wanted)) return undefined
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing without https
  document.cookie = 'sso=; Path=/; Max-Age=0; SameSite=Lax'
  return notice
}

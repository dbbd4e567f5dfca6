import type { InjectOptions } from 'fastify'
import type { Reply, TestApp } from './start-test-app.ts'

/** Calls the app as a browser does: it keeps cookies, with their paths, and sends them. */
export function browserOf({ call }: Pick<TestApp, 'call'>) {
  const jar = new Map<string, { value: string; path: string }>()

  function keep(reply: Reply) {
    for (const line of [reply.headers['set-cookie'] ?? []].flat() as string[]) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      const path = attributes.find(each => each.startsWith('Path='))?.slice(5) ?? '/'
      if (attributes.includes('Max-Age=0')) jar.delete(name)
      else jar.set(name, { value, path })
    }
    return reply
  }

  async function send(options: InjectOptions & { url: string }): Promise<Reply> {
    const cookie = [...jar]
      .filter(([, { path }]) => options.url.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    return keep(await call({ ...options, headers: { ...options.headers, ...(cookie && { cookie }) } }))
  }

  return {
    jar,
    send,
    get: (url: string, headers: Record<string, string> = {}) => send({ method: 'GET', url, headers }),
    post: (url: string, payload: object, headers: Record<string, string> = {}) =>
      send({ method: 'POST', url, payload, headers }),
  }
}

import type { APIRequestContext } from '@playwright/test'
import { type Account, tokenOf } from './cast.ts'

/** Calls the API as a user, to prepare what a journey needs but doesn't test. */
export async function apiAs(request: APIRequestContext, url: string, account: Account) {
  const headers = { 'x-auth-token': await tokenOf(request, url, account) }
  const send = async (method: 'get' | 'post' | 'put', path: string, data?: object) => {
    const reply = await request[method](`${url}/api${path}`, { headers, ...(data && { data }) })
    if (!reply.ok()) throw new Error(`${method} ${path}: ${reply.status()} ${await reply.text()}`)
    return reply.json()
  }
  return {
    get: (path: string) => send('get', path),
    post: (path: string, data: object) => send('post', path, data),
    put: (path: string, data: object) => send('put', path, data),
  }
}

/** Today in the time zone of the test browser. */
export function today(): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format()
}

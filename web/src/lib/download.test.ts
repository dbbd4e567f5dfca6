import { expect, test, vi } from 'vitest'
import { limits } from '#shared/limits.ts'
import { download } from './download.ts'

test('an export has longer time limits than other calls, for the first byte and for the whole download', async () => {
  vi.useFakeTimers()
  const minutes = () => vi.advanceTimersByTimeAsync(10 * limits.writeTimeoutMs)
  let begin = (_response: Response) => {}
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    return new Promise((resolve, reject) => {
      begin = resolve
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  })
  const { signal } = new AbortController()
  const file = download({ path: '/reports/export/csv', query: {}, onProgress() {}, signal })
  await minutes()
  let rest: ReadableStreamDefaultController<Uint8Array> | undefined
  begin(
    new Response(
      new ReadableStream({
        start(controller) {
          rest = controller
        },
      }),
    ),
  )
  await minutes()
  rest?.enqueue(new TextEncoder().encode('Date'))
  rest?.close()
  expect(await (await file).text()).toBe('Date')
})

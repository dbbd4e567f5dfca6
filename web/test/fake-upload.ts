import { vi } from 'vitest'

type Sent = {
  url: string
  headers: Record<string, string>
  form: FormData
  /** Reports how many percent have been sent. */
  progress(percent: number): void
  answer(status: number, body?: unknown): void
  breakOff(): void
  isAborted: boolean
}

/** Replaces XMLHttpRequest: each upload waits until the test answers it. */
export function fakeUploads() {
  const sent: Sent[] = []

  class FakeRequest {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
    status = 0
    responseText = ''
    onload?: () => void
    onerror?: () => void
    onabort?: () => void
    #url = ''
    #headers: Record<string, string> = {}
    #sent?: Sent

    open(_method: string, url: string) {
      this.#url = url
    }
    setRequestHeader(name: string, value: string) {
      this.#headers[name] = value
    }
    abort() {
      if (this.#sent) this.#sent.isAborted = true
      this.onabort?.()
    }
    send(form: FormData) {
      this.#sent = {
        url: this.#url,
        headers: this.#headers,
        form,
        isAborted: false,
        progress: percent => this.upload.onprogress?.({ loaded: percent, total: 100 }),
        answer: (status, body) => {
          this.status = status
          this.responseText = JSON.stringify(body)
          this.onload?.()
        },
        breakOff: () => this.onerror?.(),
      }
      sent.push(this.#sent)
    }
  }

  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return sent
}

import { useEffect, useRef, useState } from 'react'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useFileActions } from './api.ts'

export type Upload = {
  id: number
  file: File
  percent: number
  /** Why the upload failed. Its row stays until it is dismissed or tried again. */
  failure?: string
  /** Whether the same file may be accepted later. */
  isRetryable?: boolean
  controller: AbortController
}

let lastId = 0

/** Uploads in progress: a few run at once, the others wait. Finished ones move to the list of files. */
export function useUploads(projectId: number) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const waiting = useRef<Upload[]>([])
  const running = useRef(0)
  const { send } = useFileActions(projectId)

  const change = (id: number, changes: Partial<Upload>) =>
    setUploads(all => all.map(upload => (upload.id === id ? { ...upload, ...changes } : upload)))
  const remove = (id: number) => setUploads(all => all.filter(upload => upload.id !== id))

  function add(files: Iterable<File>) {
    const added = [...files].map(file => ({
      id: ++lastId,
      file,
      percent: 0,
      controller: new AbortController(),
    }))
    setUploads(all => [...all, ...added])
    waiting.current.push(...added)
    startNext()
  }

  function startNext() {
    while (running.current < limits.uploadsAtOnce) {
      const next = waiting.current.shift()
      if (!next) return
      if (!next.controller.signal.aborted) void run(next)
    }
  }

  async function run({ id, file, controller: { signal } }: Upload) {
    running.current += 1
    try {
      await send(file, percent => change(id, { percent }), signal)
      remove(id)
    } catch (error) {
      if (!signal.aborted) change(id, describeFailure(error))
    } finally {
      running.current -= 1
      startNext()
    }
  }

  function cancel({ id, controller }: Upload) {
    controller.abort()
    remove(id)
  }

  function retry({ id, file }: Upload) {
    remove(id)
    add([file])
  }

  const isBusy = uploads.some(upload => upload.failure === undefined)
  useWarningOnLeave(isBusy)

  return { uploads, isBusy, add, cancel, retry }
}

function describeFailure(error: unknown): Pick<Upload, 'failure' | 'isRetryable'> {
  if (!(error instanceof ApiError)) return { failure: messages.files.notUploaded, isRetryable: true }
  return {
    failure: error.errors.projectFile ?? error.msg ?? messages.files.notUploaded,
    isRetryable: error.status === 0 || error.status >= 500,
  }
}

/** Closing the tab would abort uploads, so the browser asks first (beforeunload). */
function useWarningOnLeave(isBusy: boolean) {
  useEffect(() => {
    if (!isBusy) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isBusy])
}

import { type ComponentType, createElement, type LazyExoticComponent, lazy } from 'react'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { beginWait } from './loading.ts'

/** The script or style of a part of the app did not arrive. */
export class NotLoaded extends Error {
  /** It neither came nor failed within the limit. */
  readonly isLate: boolean
  /** React's `lazy` caches a failure; this clears it, so that the part is loaded again. */
  readonly forget: () => void

  constructor(cause: unknown, forget: () => void) {
    super(messages.general.pageNotLoaded, { cause })
    this.isLate = cause instanceof Late
    this.forget = forget
  }
}

class Late extends Error {}

/** React's `lazy`, with a time limit, and a failure that can be told from a defect of the part itself. */
export function lazily<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let current = attempt()

  function attempt(): LazyExoticComponent<ComponentType<Props>> {
    const own = lazy(() =>
      inTime(load()).catch(cause => {
        throw new NotLoaded(cause, () => {
          if (current === own) current = attempt()
        })
      }),
    )
    return own
  }

  const Part = (props: Props) => createElement(current as ComponentType<Props>, props)
  return Object.assign(Part, { load })
}

function inTime<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const done = beginWait()
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late()), limits.readTimeoutMs)
  })
  return Promise.race([loading, limit]).finally(() => {
    clearTimeout(timer)
    done()
  })
}

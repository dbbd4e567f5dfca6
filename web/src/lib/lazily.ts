import { type ComponentType, lazy } from 'react'
import { messages } from '#shared/messages.ts'

/** The script or style of a part of the app did not arrive. */
export class NotLoaded extends Error {}

/** React's `lazy`, with a failure that can be told from a defect of the part itself. */
export function lazily<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() =>
    load().catch(cause => {
      throw new NotLoaded(messages.general.pageNotLoaded, { cause })
    }),
  )
}

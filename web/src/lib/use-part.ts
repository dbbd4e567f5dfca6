import { type ComponentType, useEffect, useState } from 'react'

/**
 * A part of a page that only some users need, loaded beside the page: undefined while it is on its way. The page waits
 * for it as for its data, so that it moves nothing when it comes. Null: not wanted, or it could not be loaded.
 */
export function usePart<Props>(
  isWanted: boolean,
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> | null | undefined {
  const [part, setPart] = useState<{ component: ComponentType<Props> | null }>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: always the same part
  useEffect(() => {
    if (!isWanted) return
    load().then(
      ({ default: component }) => setPart({ component }),
      () => setPart({ component: null }),
    )
  }, [isWanted])

  return isWanted ? part?.component : null
}

/** False until it was true once: what came later never takes a form away from the user again. */
export function useWasReady(isReady: boolean): boolean {
  const [wasReady, setWasReady] = useState(isReady)
  if (isReady && !wasReady) setWasReady(true)
  return isReady || wasReady
}

import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Calls `onLeave` after something inside has lost the focus, once `document.activeElement` is known. While the pointer
 * is down it waits: what `onLeave` removes would move the button away from under the pointer before its click.
 */
export function useFocusLeaving(element: RefObject<HTMLElement | null>, onLeave: () => void) {
  const handleLeave = useEffectEvent(onLeave)

  useEffect(() => {
    const { current } = element
    const listening = new AbortController()
    const { signal } = listening
    let isPointerDown = false
    let hasLeft = false
    let timer: ReturnType<typeof setTimeout>
    const listen = (target: EventTarget | null, types: string[], handle: () => void) => {
      for (const type of types) target?.addEventListener(type, handle, { signal, capture: true })
    }
    const leave = () => {
      if (isPointerDown || !hasLeft) return
      hasLeft = false
      handleLeave()
    }
    // After the click, which follows in the same task.
    const settle = () => {
      clearTimeout(timer)
      timer = setTimeout(leave)
    }

    listen(current, ['focusout'], () => {
      hasLeft = true
      settle()
    })
    listen(document, ['pointerdown'], () => {
      isPointerDown = true
    })
    listen(document, ['pointerup', 'pointercancel'], () => {
      isPointerDown = false
      settle()
    })
    return () => {
      listening.abort()
      clearTimeout(timer)
    }
  }, [element])
}

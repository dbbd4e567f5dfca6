import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Calls `onLeave` after a field inside has lost the focus, once `document.activeElement` is set. While the pointer is
 * down the call is delayed: rows that `onLeave` removes would move the pressed button before its click.
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
    // The timeout runs after the click event, which follows in the same task.
    const scheduleLeave = () => {
      clearTimeout(timer)
      timer = setTimeout(leave)
    }

    listen(current, ['focusout'], () => {
      hasLeft = true
      scheduleLeave()
    })
    listen(document, ['pointerdown'], () => {
      isPointerDown = true
    })
    listen(document, ['pointerup', 'pointercancel'], () => {
      isPointerDown = false
      scheduleLeave()
    })
    return () => {
      listening.abort()
      clearTimeout(timer)
    }
  }, [element])
}

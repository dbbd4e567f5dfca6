import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { Span } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'

/** From the day it began with to the one it reaches now, which may be earlier. */
type Selection = { anchor: string; end: string }

type Drag = {
  anchor: string
  end: string
  /** A mouse chooses once it reaches another day, a finger once it has rested. */
  isChoosing: boolean
}

/** A finger that moves further than this, in pixels, scrolls. */
const restPx = 10

/** The day of an element within the calendar. */
export const dateAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-date]')?.dataset.date : undefined

/** Choosing days by dragging with a mouse, by holding a finger on one and dragging, or by the keyboard. */
export function useDaySelection(onChosen: (span: Span) => void) {
  const [selection, setSelection] = useState<Selection | null>(null)
  const drag = useRef<Drag | null>(null)
  const hold = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The click that ends a drag opens nothing. */
  const hasDragged = useRef(false)
  const chosen = useRef(onChosen)
  useEffect(() => {
    chosen.current = onChosen
  })

  function choose(next: Selection) {
    if (drag.current) Object.assign(drag.current, { end: next.end, isChoosing: true })
    setSelection(next)
  }

  // Wherever the button is released, or the finger lifted.
  useEffect(() => {
    function end(event: Event) {
      clearTimeout(hold.current)
      const { current } = drag
      drag.current = null
      if (!current?.isChoosing) return
      hasDragged.current = true
      if (event.type === 'pointerup') chosen.current(spanOf(current))
      else setSelection(null)
    }
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
    return () => {
      clearTimeout(hold.current)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
    }
  }, [])

  function handlePointerDown(event: PointerEvent<HTMLElement>) {
    const date = dateAt(event.target)
    hasDragged.current = false
    if (date === undefined || event.button !== 0 || event.shiftKey) return
    const { target, pointerId, pointerType, clientX: x, clientY: y } = event
    drag.current = { anchor: date, end: date, isChoosing: false }
    setSelection(null)
    if (pointerType === 'mouse') return
    const stopWaiting = (move: globalThis.PointerEvent) => {
      if (Math.hypot(move.clientX - x, move.clientY - y) > restPx) clearTimeout(hold.current)
    }
    window.addEventListener('pointermove', stopWaiting)
    window.addEventListener('pointerup', () => window.removeEventListener('pointermove', stopWaiting), {
      once: true,
    })
    hold.current = setTimeout(() => {
      // Otherwise every move would belong to the day on which the finger came down.
      if (target instanceof Element && target.hasPointerCapture?.(pointerId))
        target.releasePointerCapture(pointerId)
      choose({ anchor: date, end: date })
    }, limits.touchHoldMs)
  }

  function handlePointerOver(event: PointerEvent<HTMLElement>) {
    const date = dateAt(event.target)
    const { current } = drag
    if (!current || date === undefined || date === current.end) return
    if (current.isChoosing || event.pointerType === 'mouse') choose({ anchor: current.anchor, end: date })
  }

  function handleClickCapture(event: MouseEvent) {
    if (!hasDragged.current) return
    hasDragged.current = false
    event.preventDefault()
    event.stopPropagation()
  }

  /** A finger that chooses days does not scroll, and opens no menu of the browser. */
  function table(element: HTMLElement | null) {
    if (!element) return
    const keepStill = (event: Event) => {
      if (drag.current?.isChoosing && event.cancelable) event.preventDefault()
    }
    element.addEventListener('touchmove', keepStill, { passive: false })
    element.addEventListener('contextmenu', keepStill)
    return () => {
      element.removeEventListener('touchmove', keepStill)
      element.removeEventListener('contextmenu', keepStill)
    }
  }

  return {
    /** Undefined while no days are chosen. */
    span: selection ? spanOf(selection) : undefined,
    /** From a day, or from where it began before, to another one. */
    extend: (from: string, to: string) => setSelection(now => ({ anchor: now?.anchor ?? from, end: to })),
    clear: useCallback(() => setSelection(null), []),
    table,
    handlers: {
      onPointerDown: handlePointerDown,
      onPointerOver: handlePointerOver,
      onClickCapture: handleClickCapture,
      onDragStart: (event: MouseEvent) => event.preventDefault(),
    },
  }
}

const spanOf = ({ anchor, end }: Selection): Span =>
  anchor < end ? { startDate: anchor, endDate: end } : { startDate: end, endDate: anchor }

import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { Span } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'

/** The anchor is the day on which the selection began; the end may be earlier. */
type Selection = { anchor: string; end: string }

type Drag = {
  anchor: string
  end: string
  /** True once a mouse has reached another day, or a finger was held long enough. */
  isChoosing: boolean
}

/** A finger that moves further than this scrolls and selects nothing. */
const restPx = 10

/** The day of an element within the calendar. */
export const dateAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-date]')?.dataset.date : undefined

/** Selects days by dragging with a mouse, by holding a finger on one and dragging, or by the keyboard. */
export function useDaySelection(onChosen: (span: Span) => void) {
  const [selection, setSelection] = useState<Selection | null>(null)
  const drag = useRef<Drag | null>(null)
  const hold = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** True after a drag, whose final click must open nothing. */
  const hasDragged = useRef(false)
  const chosen = useRef(onChosen)
  useEffect(() => {
    chosen.current = onChosen
  })

  function choose(next: Selection) {
    if (drag.current) Object.assign(drag.current, { end: next.end, isChoosing: true })
    setSelection(next)
  }

  // On the window, because the pointer may be released outside the calendar.
  useEffect(() => {
    function end(event: Event) {
      clearTimeout(hold.current)
      const { current } = drag
      drag.current = null
      if (!current?.isChoosing) return
      hasDragged.current = true
      if (event.type === 'pointerup') chosen.current(toSpan(current))
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
    const cancelHold = (move: globalThis.PointerEvent) => {
      if (Math.hypot(move.clientX - x, move.clientY - y) > restPx) clearTimeout(hold.current)
    }
    window.addEventListener('pointermove', cancelHold)
    window.addEventListener('pointerup', () => window.removeEventListener('pointermove', cancelHold), {
      once: true,
    })
    hold.current = setTimeout(() => {
      // Browsers capture touch pointers: without this all moves would go to the day that was touched first.
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

  /** Prevents scrolling and the browser's context menu while a finger selects days. */
  function table(element: HTMLElement | null) {
    if (!element) return
    const preventWhileChoosing = (event: Event) => {
      if (drag.current?.isChoosing && event.cancelable) event.preventDefault()
    }
    element.addEventListener('touchmove', preventWhileChoosing, { passive: false })
    element.addEventListener('contextmenu', preventWhileChoosing)
    return () => {
      element.removeEventListener('touchmove', preventWhileChoosing)
      element.removeEventListener('contextmenu', preventWhileChoosing)
    }
  }

  return {
    /** Undefined while no days are chosen. */
    span: selection ? toSpan(selection) : undefined,
    /** Extends the selection to a day; a new one begins at `from`. */
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

const toSpan = ({ anchor, end }: Selection): Span =>
  anchor < end ? { startDate: anchor, endDate: end } : { startDate: end, endDate: anchor }

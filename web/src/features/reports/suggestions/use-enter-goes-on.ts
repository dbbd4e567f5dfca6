import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import type { TaskRowValues } from '../report-values.ts'

/**
 * A chosen row lacks its hours only. Enter in them leads to what is left: a project that was not known, hours of other
 * chosen rows, then what is marked as next (another suggestion, the summary). Elsewhere Enter does what it always does.
 */
export function useEnterGoesOn(inside: RefObject<HTMLElement | null>, rows: () => readonly TaskRowValues[]) {
  const handleEnter = useEffectEvent((event: KeyboardEvent, form: HTMLElement) => {
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.isComposing)
    const name = (event.target as HTMLInputElement).name ?? ''
    const [, place, field] = /^task_details\.(\d+)\.(hours|project_id)$/.exec(name) ?? []
    const written = rows()
    const row = written[Number(place)]
    if (event.key !== 'Enter' || !isPlain || row?.chosen === undefined) return
    const isDone = (field === 'hours' ? row.hours : row.project_id) !== ''
    // An empty select opens by Enter in some browsers.
    if (!isDone) return
    const inRow = (index: number, lacking: string) => `[name="task_details.${index}.${lacking}"]`
    const lacksHours = written.findIndex(({ chosen, hours }) => chosen !== undefined && hours === '')
    const selector =
      row.project_id === ''
        ? inRow(Number(place), 'project_id')
        : lacksHours === -1
          ? '[data-next]'
          : inRow(lacksHours, 'hours')
    const next = form.querySelector<HTMLElement>(selector)
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    next.focus()
  })

  // Before the suggestions are seen: an Enter right then already leads on.
  useLayoutEffect(() => {
    const form = inside.current?.closest('form')
    if (!form) return
    const handle = (event: KeyboardEvent) => handleEnter(event, form)
    // Before the rows hear of it.
    form.addEventListener('keydown', handle, true)
    return () => form.removeEventListener('keydown', handle, true)
  }, [inside])
}

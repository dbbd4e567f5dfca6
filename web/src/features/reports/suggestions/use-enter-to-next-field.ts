import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import type { TaskRowValues } from '../report-values.ts'

/**
 * A chosen row usually lacks only its hours. Enter in them moves the focus to the next missing value: the row's project,
 * the hours of other chosen rows, then the element with `data-next`: another suggestion, or else the button for the summary.
 * In other fields Enter is not changed.
 */
export function useEnterToNextField(
  inside: RefObject<HTMLElement | null>,
  rows: () => readonly TaskRowValues[],
) {
  const handleEnter = useEffectEvent((event: KeyboardEvent, form: HTMLElement) => {
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.isComposing)
    const name = (event.target as HTMLInputElement).name ?? ''
    const [, index, field] = /^task_details\.(\d+)\.(hours|project_id)$/.exec(name) ?? []
    const written = rows()
    const row = written[Number(index)]
    if (event.key !== 'Enter' || !isPlain || row?.chosen === undefined) return
    const isDone = (field === 'hours' ? row.hours : row.project_id) !== ''
    // In some browsers Enter opens an empty select.
    if (!isDone) return
    const inRow = (at: number, missing: string) => `[name="task_details.${at}.${missing}"]`
    const lacksHours = written.findIndex(({ chosen, hours }) => chosen !== undefined && hours === '')
    const selectors =
      row.project_id === ''
        ? [inRow(Number(index), 'project_id')]
        : lacksHours === -1
          ? ['.suggestion[data-next]', '[data-next]']
          : [inRow(lacksHours, 'hours')]
    const next = selectors.map(selector => form.querySelector<HTMLElement>(selector)).find(Boolean)
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    next.focus()
  })

  // A layout effect, so that Enter works from the moment the suggestions are visible.
  useLayoutEffect(() => {
    const form = inside.current?.closest('form')
    if (!form) return
    const handle = (event: KeyboardEvent) => handleEnter(event, form)
    // Capturing, because the rows handle Enter too.
    form.addEventListener('keydown', handle, true)
    return () => form.removeEventListener('keydown', handle, true)
  }, [inside])
}

import { type FocusEvent, type KeyboardEvent, useState } from 'react'

/** The place of a link in a picture: its column, and its row counted from the bottom. */
export type Place = { column: number; row: number }

/**
 * The links of a picture are one tab stop (roving tabindex). Left and Right move between columns, Up and Down within a
 * column, Home and End to the first and the last column. Enter follows the link.
 */
export function useArrowKeys(places: readonly Place[]) {
  const [focused, setFocused] = useState<Place>()
  const reachable = places.find(place => isAt(place, focused)) ?? places[0]

  function handleFocus({ target }: FocusEvent<SVGElement>) {
    setFocused(placeOf(target))
  }

  function handleKeyDown(event: KeyboardEvent<SVGSVGElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const from = placeOf(event.target as Element)
    const to = from && nextPlace(places, from, event.key)
    if (!to) return
    event.preventDefault()
    const link = [...event.currentTarget.querySelectorAll<SVGAElement>('a')].find(each =>
      isAt(to, placeOf(each)),
    )
    link?.focus()
  }

  /** For the link at this place. */
  const linkProps = (place: Place) => ({
    'data-column': place.column,
    'data-row': place.row,
    tabIndex: isAt(place, reachable) ? 0 : -1,
  })

  return { handleFocus, handleKeyDown, linkProps }
}

export function nextPlace(places: readonly Place[], { column, row }: Place, key: string): Place | undefined {
  const columns = [...new Set(places.map(place => place.column))]
  const inColumn = (wanted: number | undefined) => places.filter(place => place.column === wanted)
  const nearest = (candidates: Place[]) =>
    candidates.toSorted((a, b) => Math.abs(a.row - row) - Math.abs(b.row - row))[0]
  switch (key) {
    case 'ArrowRight':
      return nearest(inColumn(columns.find(each => each > column)))
    case 'ArrowLeft':
      return nearest(inColumn(columns.findLast(each => each < column)))
    case 'ArrowUp':
      return inColumn(column).find(place => place.row > row)
    case 'ArrowDown':
      return inColumn(column).findLast(place => place.row < row)
    case 'Home':
      return nearest(inColumn(columns[0]))
    case 'End':
      return nearest(inColumn(columns.at(-1)))
    default:
      return undefined
  }
}

const isAt = (place: Place, other: Place | undefined) =>
  place.column === other?.column && place.row === other.row

function placeOf(element: Element): Place | undefined {
  const { column, row } = (element.closest<SVGAElement>('a[data-column]')?.dataset ?? {}) as Record<
    string,
    string
  >
  return column === undefined || row === undefined ? undefined : { column: Number(column), row: Number(row) }
}

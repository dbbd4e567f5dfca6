import { useState } from 'react'
import { messages } from '#shared/messages.ts'

/** About three lines of the column; more than that waits for a click. */
const enough = 80

type AssignedNamesProps = {
  /** Whose people they are, for those who hear the button's name alone. */
  project: string
  names: string[]
  /** One line of them, and nothing to press. */
  isBrief: boolean
}

/** The first names of a long list, and all of them on request. */
export function AssignedNames({ project, names, isBrief }: AssignedNamesProps) {
  const [isWhole, setIsWhole] = useState(false)
  const all = names.length === 0 ? messages.projects.noDevelopers : names.join(', ')
  if (isBrief || names.length === 0) return <div className="project-words">{all}</div>
  const first = firstNames(names)
  const others = names.length - first.length
  const isLong = others > 0 || (names[0] as string).length > enough
  return (
    <>
      <div className={isWhole ? undefined : 'project-words'}>{(isWhole ? names : first).join(', ')}</div>
      {isLong && (
        <button
          type="button"
          className="names-more"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : others > 0 ? `+${others} more` : 'Show all'}
          <span className="visually-hidden"> developers of {project}</span>
        </button>
      )}
    </>
  )
}

/** As many as there is room for, and at least one. */
function firstNames(names: readonly string[]): string[] {
  let length = 0
  const end = names.findIndex((name, index) => {
    length += name.length + 2
    return index > 0 && length > enough
  })
  return end < 0 ? [...names] : names.slice(0, end)
}

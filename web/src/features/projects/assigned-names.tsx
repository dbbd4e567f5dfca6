import { useState } from 'react'
import { messages } from '#shared/messages.ts'

/** Characters: about three lines of the column. Names beyond that are shown on a click. */
const maxCharacters = 80

type AssignedNamesProps = {
  /** The name of the project, for the accessible name of the button. */
  project: string
  names: string[]
  /** One line of names without a button. */
  isBrief: boolean
}

/** The first names of a long list, and all of them on request. */
export function AssignedNames({ project, names, isBrief }: AssignedNamesProps) {
  const [isWhole, setIsWhole] = useState(false)
  const all = names.length === 0 ? messages.projects.noDevelopers : names.join(', ')
  if (isBrief || names.length === 0) return <div className="project-words">{all}</div>
  const first = firstNames(names)
  const others = names.length - first.length
  const isLong = others > 0 || (names[0] as string).length > maxCharacters
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

/** The names that fit, and at least one. */
function firstNames(names: readonly string[]): string[] {
  let length = 0
  const end = names.findIndex((name, index) => {
    length += name.length + 2
    return index > 0 && length > maxCharacters
  })
  return end < 0 ? [...names] : names.slice(0, end)
}

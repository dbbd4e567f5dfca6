import { Fragment, useState } from 'react'
import { messages } from '#shared/messages.ts'

/** Names beyond these are shown on a click. */
const maxNames = 10
/** Characters: about two lines of the column, for a single name. */
const maxCharacters = 60
/** Characters: one line on a phone, and one beside "+12 more". */
const maxBrief = { alone: 34, first: 28 }

type AssignedNamesProps = {
  /** The name of the project, for the accessible name of the button. */
  project: string
  names: string[]
  /** One line without a button: as many whole names as fit, and the number of the others. */
  isBrief: boolean
}

/** The first names of a long list, and all of them on request. */
export function AssignedNames({ project, names, isBrief }: AssignedNamesProps) {
  const [isWhole, setIsWhole] = useState(false)
  if (names.length === 0) return <div className="project-words">{messages.projects.noDevelopers}</div>
  if (isBrief) return <div className="project-words">{briefNames(names)}</div>
  const others = Math.max(0, names.length - maxNames)
  const [only = ''] = names.length === 1 ? names : []
  const isLong = others > 0 || only.length > maxCharacters
  return (
    <>
      <span className={only && !isWhole ? 'project-words' : undefined}>
        {only || <Names names={isWhole ? names : names.slice(0, maxNames)} />}
      </span>
      {isLong && ' '}
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

/** A line ends between two names, not within one. */
function Names({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two developers may have the same name
    <Fragment key={index}>
      {index > 0 && ' '}
      <span className="project-person">{index < names.length - 1 ? `${name},` : name}</span>
    </Fragment>
  ))
}

/** "Desi Moreau, Dina Haddad +3 more", or only the number if the first name is too long. No name is cut. */
export function briefNames(names: readonly string[]): string {
  const all = names.join(', ')
  if (all.length <= maxBrief.alone) return all
  const first = firstNames(names, maxBrief.first)
  if ((first[0] ?? '').length > maxBrief.first) return messages.projects.developerCount(names.length)
  return `${first.join(', ')} +${names.length - first.length} more`
}

/** The names that fit, and at least one. */
function firstNames(names: readonly string[], characters: number): string[] {
  let length = 0
  const end = names.findIndex((name, index) => {
    length += name.length + (index > 0 ? 2 : 0)
    return index > 0 && length > characters
  })
  return end < 0 ? [...names] : names.slice(0, end)
}

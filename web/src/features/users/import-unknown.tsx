import { useId } from 'react'
import type { Role } from '#shared/roles.ts'
import { SelectField } from '../../components/fields.tsx'
import type { Decisions, UnknownProject } from './import-lines.ts'
import { RoleOptions } from './role-options.tsx'

const people = (count: number) => `${count} ${count === 1 ? 'person' : 'people'}`

type UnknownProjectsProps = {
  projects: readonly UnknownProject[]
  decisions: Decisions
  onDecide: (decisions: Decisions) => void
}

/** Asks once about each project that does not exist. */
export function UnknownProjects({ projects, decisions, onDecide }: UnknownProjectsProps) {
  const heading = useId()
  if (projects.length === 0) return null
  const decideAll = (decision: 'create' | 'omit') =>
    onDecide(Object.fromEntries(projects.map(({ key }) => [key, decision])))
  return (
    <section className="card card-body import-unknown" aria-labelledby={heading}>
      <h3 id={heading}>
        {projects.length === 1 ? "This project doesn't exist yet" : "These projects don't exist yet"}
      </h3>
      <ul>
        {projects.map(project => (
          <li key={project.key}>
            <Decision
              project={project}
              decision={decisions[project.key]}
              onDecide={decision => onDecide({ [project.key]: decision })}
            />
          </li>
        ))}
      </ul>
      {projects.length > 2 && (
        <div className="import-unknown-all">
          <button type="button" className="btn btn-secondary btn-sm" onClick={() => decideAll('create')}>
            Create all
          </button>
          <button type="button" className="btn btn-secondary btn-sm" onClick={() => decideAll('omit')}>
            Leave all out
          </button>
        </div>
      )}
    </section>
  )
}

type DecisionProps = {
  project: UnknownProject
  decision: 'create' | 'omit' | undefined
  onDecide: (decision: 'create' | 'omit') => void
}

function Decision({ project: { name, count }, decision, onDecide }: DecisionProps) {
  const group = useId()
  return (
    <fieldset className="import-decision" data-undecided={decision === undefined ? '' : undefined}>
      <legend>
        <strong>{name}</strong> <span>{people(count)}</span>
      </legend>
      {(['create', 'omit'] as const).map(choice => (
        <label key={choice}>
          <input type="radio" name={group} checked={decision === choice} onChange={() => onDecide(choice)} />
          {choice === 'create' ? 'Create it' : 'Leave it out'}
        </label>
      ))}
    </fieldset>
  )
}

type UnknownRolesProps = {
  words: ReadonlyMap<string, number>
  mayAdd: (role: Role) => boolean
  onChoose: (word: string, role: Role) => void
}

/** Sets the role for all lines that have the same unknown text in its place. */
export function UnknownRoles({ words, mayAdd, onChoose }: UnknownRolesProps) {
  const heading = useId()
  if (words.size === 0) return null
  return (
    <section className="card card-body import-unknown" aria-labelledby={heading}>
      <h3 id={heading}>{words.size === 1 ? "We don't know this role" : "We don't know these roles"}</h3>
      <div className="import-roles">
        {[...words].map(([word, count]) => (
          <SelectField
            key={word}
            label={`“${word}” (${people(count)})`}
            value=""
            onChange={event => onChoose(word, event.target.value as Role)}
          >
            <option value="">Select a role</option>
            <RoleOptions offers={mayAdd} />
          </SelectField>
        ))}
      </div>
    </section>
  )
}

type UnknownTeamsProps = {
  /** Names by their key. */
  teams: ReadonlyMap<string, string>
  onOmit: (key: string) => void
}

/** Leaves a team that doesn't exist out of all lines. Teams are not created here, because a team needs a lead. */
export function UnknownTeams({ teams, onOmit }: UnknownTeamsProps) {
  const heading = useId()
  if (teams.size === 0) return null
  return (
    <section className="card card-body import-unknown" aria-labelledby={heading}>
      <h3 id={heading}>{teams.size === 1 ? "This team doesn't exist" : "These teams don't exist"}</h3>
      <ul>
        {[...teams].map(([key, name]) => (
          <li key={key} className="import-decision">
            <strong>{name}</strong>
            <button
              type="button"
              className="btn btn-secondary btn-sm"
              aria-label={`Leave out ${name}`}
              onClick={() => onOmit(key)}
            >
              Leave it out
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

import chevronDown from 'bootstrap-icons/icons/chevron-down.svg?raw'
import trash from 'bootstrap-icons/icons/trash3.svg?raw'
import { memo, useState } from 'react'
import { type Role, roleLabels } from '#shared/roles.ts'
import { SelectField, TextField } from '../../components/fields.tsx'
import { Icon } from '../../components/icon.tsx'
import { useIsNarrow } from '../../lib/viewport.ts'
import type { Line, LineField } from './import-lines.ts'
import { RoleOptions } from './role-options.tsx'

type ImportLineProps = {
  line: Line
  number: number
  defaultRole: Role | ''
  mayAdd: (role: Role) => boolean
  nameError?: string
  emailError?: string
  roleError?: string
  projectsError?: string
  /** Whether there are teams to choose from. */
  hasTeams: boolean
  teamsError?: string
  onChange: (key: number, field: LineField, value: string) => void
  onRemove: (key: number) => void
}

/** Memoized, because there may be 500 lines. On phones a line without errors is folded, and a press opens its fields. */
export const ImportLine = memo(function ImportLine(props: ImportLineProps) {
  const { line, number, defaultRole, mayAdd, onChange, onRemove } = props
  const { nameError, emailError, roleError, projectsError, teamsError } = props
  const isNarrow = useIsNarrow()
  const [isOpened, setIsOpened] = useState(false)
  const isRight = !(nameError || emailError || roleError || projectsError || teamsError)
  const isFolded = isNarrow && isRight && !isOpened
  const field = (name: LineField, error: string | undefined) => ({
    value: line[name],
    error,
    onChange: (event: { target: { value: string } }) => onChange(line.key, name, event.target.value),
  })
  return (
    <li>
      <fieldset
        className={`import-line ${isFolded ? 'is-folded' : ''}`}
        // A line that is being corrected stays open when its last error disappears.
        onFocus={isFolded ? undefined : () => setIsOpened(true)}
      >
        <legend>Line {number}</legend>
        {isNarrow && isRight ? (
          <button
            type="button"
            className="import-line-toggle"
            aria-expanded={!isFolded}
            onClick={() => setIsOpened(isFolded)}
          >
            {isFolded ? <LineInBrief line={line} defaultRole={defaultRole} /> : `Line ${number}`}
            <Icon svg={chevronDown} className="chevron" />
          </button>
        ) : (
          <span className="import-line-number" aria-hidden="true">
            {number}
          </span>
        )}
        {!isFolded && (
          <>
            <TextField label="Name" autoComplete="off" {...field('name', nameError)} />
            <TextField
              label="Email"
              inputMode="email"
              autoComplete="off"
              spellCheck={false}
              {...field('email', emailError)}
            />
            <SelectField label="Role" {...field('role', roleError)}>
              <option value="">
                {defaultRole && !line.unknownRole ? `${roleLabels[defaultRole]} (default)` : 'Select a role'}
              </option>
              <RoleOptions offers={mayAdd} />
            </SelectField>
            <TextField label="Projects" autoComplete="off" {...field('projects', projectsError)} />
            {props.hasTeams && <TextField label="Teams" autoComplete="off" {...field('teams', teamsError)} />}
            <button
              type="button"
              className="import-line-remove"
              aria-label={`Remove line ${number}`}
              title={`Remove line ${number}`}
              onClick={() => onRemove(line.key)}
            >
              <Icon svg={trash} />
            </button>
          </>
        )}
      </fieldset>
    </li>
  )
})

/** What was understood of a line. */
function LineInBrief({ line, defaultRole }: Pick<ImportLineProps, 'line' | 'defaultRole'>) {
  const role = line.role || defaultRole
  const rest = [role && roleLabels[role], line.projects, line.teams].filter(Boolean)
  return (
    <span className="import-line-brief">
      <strong>{line.name}</strong> <span>{line.email}</span> <span>{rest.join(' · ')}</span>
    </span>
  )
}

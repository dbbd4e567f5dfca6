import trash from 'bootstrap-icons/icons/trash3.svg?raw'
import { memo } from 'react'
import { type Role, roleLabels } from '#shared/roles.ts'
import { SelectField, TextField } from '../../components/fields.tsx'
import { Icon } from '../../components/icon.tsx'
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

/** Memoized, because there may be 500 lines. */
export const ImportLine = memo(function ImportLine(props: ImportLineProps) {
  const { line, number, defaultRole, mayAdd, onChange, onRemove } = props
  const field = (name: LineField, error: string | undefined) => ({
    value: line[name],
    error,
    onChange: (event: { target: { value: string } }) => onChange(line.key, name, event.target.value),
  })
  return (
    <li>
      <fieldset className="import-line">
        <legend>Line {number}</legend>
        <span className="import-line-number" aria-hidden="true">
          {number}
        </span>
        <TextField label="Name" autoComplete="off" {...field('name', props.nameError)} />
        <TextField
          label="Email"
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          {...field('email', props.emailError)}
        />
        <SelectField label="Role" {...field('role', props.roleError)}>
          <option value="">
            {defaultRole && !line.unknownRole ? `${roleLabels[defaultRole]} (default)` : 'Select a role'}
          </option>
          <RoleOptions offers={mayAdd} />
        </SelectField>
        <TextField label="Projects" autoComplete="off" {...field('projects', props.projectsError)} />
        {props.hasTeams && (
          <TextField label="Teams" autoComplete="off" {...field('teams', props.teamsError)} />
        )}
        <button
          type="button"
          className="import-line-remove"
          aria-label={`Remove line ${number}`}
          title={`Remove line ${number}`}
          onClick={() => onRemove(line.key)}
        >
          <Icon svg={trash} />
        </button>
      </fieldset>
    </li>
  )
})

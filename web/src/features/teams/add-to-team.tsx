import plus from 'bootstrap-icons/icons/person-plus.svg?raw'
import { useState } from 'react'
import { type Team, teamInput } from '#shared/contract/teams.ts'
import type { ListedUser } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { Dialog } from '../../components/dialog.tsx'
import { SelectField, TextField } from '../../components/fields.tsx'
import { FormShell } from '../../components/form.tsx'
import { Icon } from '../../components/icon.tsx'
import { type Selection, SelectionBar } from '../../components/selection.tsx'
import { UndoBar } from '../../components/undo-bar.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { useActor } from '../../lib/can.tsx'
import { firstFocus, keepFocus } from '../../lib/focus.ts'
import { checkAsTyped, fieldOf, useForm, useSubmit } from '../../lib/forms.ts'
import { useAddToTeam, useCreateTeam } from './api.ts'
import { rethrowNameConflict, teamFailure } from './failures.ts'
import { useUndo } from './use-undo.ts'
import './teams.scss'

type AddToTeamProps = {
  teams: readonly Team[]
  selection: Selection<ListedUser>
  users: readonly ListedUser[]
  /** The people that the list shows now. */
  shown: readonly ListedUser[]
  onProblem: (sentence: string) => void
}

/** What can be done with the people selected in Manage Users. */
export function AddToTeam({ teams, selection, users, shown, onProblem }: AddToTeamProps) {
  const [isOpen, setIsOpen] = useState(false)
  const undo = useUndo(onProblem)

  function handleAdded(text: string, run: () => Promise<unknown>) {
    setIsOpen(false)
    selection.clear()
    // The pressed button disappears with its bar.
    keepFocus(document.getElementById('main'))
    undo.offer(text, run)
  }

  return (
    <>
      <SelectionBar
        label="Selected people"
        selection={selection}
        rows={shown}
        allLabel={`Select all ${shown.length.toLocaleString()}`}
      >
        <button type="button" className="btn btn-primary btn-sm icon-link" onClick={() => setIsOpen(true)}>
          <Icon svg={plus} />
          Add to team
        </button>
      </SelectionBar>
      {isOpen && (
        <AddToTeamDialog
          teams={teams}
          // As they are now: a selected person may have been deleted meanwhile.
          people={users.filter(({ id }) => selection.has(id))}
          onClose={() => setIsOpen(false)}
          onAdded={handleAdded}
        />
      )}
      {undo.last && <UndoBar text={undo.last.text} step={undo.last} onUndo={undo.undo} onEnd={undo.end} />}
    </>
  )
}

type AddToTeamDialogProps = {
  teams: readonly Team[]
  people: readonly ListedUser[]
  onClose: () => void
  onAdded: (text: string, undo: () => Promise<unknown>) => void
}

const newTeam = 'new'
type Values = { team: string; name: string }

/** Adds the selected people to a team that exists, or to a new one. */
function AddToTeamDialog({ teams, people, onClose, onAdded }: AddToTeamDialogProps) {
  const actor = useActor()
  const own = teams.filter(team => actor && can(actor, 'teams.edit', team))
  const calls = useAddToTeam()
  const create = useCreateTeam()
  const form = useForm<Values>({
    resolver: (values, context, options) =>
      values.team === newTeam
        ? checkAsTyped<Values>(teamInput)(values, context, options)
        : { values, errors: {} },
    defaultValues: { team: String(own[0]?.id ?? newTeam), name: '' },
  })
  const isNew = form.watch('team') === newTeam

  async function addToNew(name: string) {
    const made = await create
      .mutateAsync({ name, member_ids: people.map(({ id }) => id) })
      .catch(rethrowNameConflict)
    onAdded(messages.teams.addedTo(people.length, made.name), () => calls.deleteTeam(made.id))
  }

  async function addTo(team: Team) {
    // Undo takes out only those who were not in the team before.
    const added = people.filter(person => person.teams.every(({ id }) => id !== team.id))
    if (added.length === 0) return form.setError('team', { message: messages.teams.allInAlready(team.name) })
    const ids = added.map(({ id }) => id)
    await calls.add(team.id, ids)
    onAdded(messages.teams.addedTo(added.length, team.name), () => calls.remove(team.id, ids))
  }

  const submission = useSubmit(form, {
    async send({ team, name }) {
      const known = own.find(({ id }) => String(id) === team)
      return known ? addTo(known) : addToNew(name)
    },
    failure: (error, hasFields) =>
      hasFields ? undefined : teamFailure(firstField(error), messages.teams.addFailed),
  })

  return (
    <Dialog
      title={`Add ${messages.teams.people(people.length)} to a Team`}
      busy={submission.isBusy}
      onClose={onClose}
    >
      <FormShell submission={submission} submitLabel="Add to Team" busyLabel="Adding..." cancel={onClose}>
        <SelectField
          label="Team"
          help={own.length === 0 ? messages.teams.noTeamsToAddTo : undefined}
          {...fieldOf(form, 'team')}
          {...firstFocus}
        >
          {own.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value={newTeam}>New team…</option>
        </SelectField>
        {isNew && <TextField label="Team Name" autoComplete="off" {...fieldOf(form, 'name')} />}
        <p className="text-body-secondary team-chosen">{namesOf(people)}</p>
      </FormShell>
    </Dialog>
  )
}

const shownNames = 12

function namesOf(people: readonly ListedUser[]) {
  const names = people.slice(0, shownNames).map(({ name }) => name)
  const more = people.length - names.length
  return [...names, ...(more > 0 ? [messages.teams.andMore(more)] : [])].join(', ')
}

/** The form has no field for the people, so the message about them is shown above it. */
function firstField(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const [sentence] = Object.values(error.errors)
  return sentence ? new ApiError(error.status, sentence, {}, error.error, error.code) : error
}

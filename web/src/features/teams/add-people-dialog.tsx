import { useDeferredValue, useMemo } from 'react'
import { useController } from 'react-hook-form'
import type { TeamDetails } from '#shared/contract/teams.ts'
import type { ListedUser } from '#shared/contract/users.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { roleLabels } from '#shared/roles.ts'
import { Checklist } from '../../components/checklist.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { SelectField, TextAreaField } from '../../components/fields.tsx'
import { DraftRestored, FormShell } from '../../components/form.tsx'
import { firstFocus, takeFocus } from '../../lib/focus.ts'
import { fieldIn, useFormDraft, useSubmit } from '../../lib/forms.ts'
import { useTeamPeople } from './api.ts'
import { teamFailure } from './failures.ts'
import { type Entry, matchPeople } from './match-people.ts'
import './teams.scss'

/** For a line that finds no one or several people: the person who is meant, or that it is left out. */
type Decisions = Record<string, number | 'omit'>
type Values = { text: string; chosen: number[]; decisions: Decisions }

type AddPeopleDialogProps = {
  team: TeamDetails
  users: readonly ListedUser[]
  onAdded: (people: readonly ListedUser[]) => void
  onClose: () => void
}

/** Adds many people at once, by a pasted list or from the list of all people. What was typed is kept until it is sent. */
export function AddPeopleDialog({ team, users, onAdded, onClose }: AddPeopleDialogProps) {
  const { add } = useTeamPeople(team.id)
  const draft = useFormDraft<Values>(
    `team-people:${team.id}`,
    { text: '', chosen: [], decisions: {} },
    { resolver: values => ({ values, errors: {} }) },
  )
  const { form } = draft
  const { field: text } = useController({ control: form.control, name: 'text' })
  const { field: chosen } = useController({ control: form.control, name: 'chosen' })
  const { field: decisions } = useController({ control: form.control, name: 'decisions' })
  const members = useMemo(() => new Set(team.members.map(({ id }) => id)), [team.members])
  // A deferred value: a list of a thousand is matched after the key press and doesn't delay the next one.
  const settled = useDeferredValue(text.value)
  const pasted = useMemo(() => readPasted(settled, users, decisions.value), [settled, users, decisions.value])
  const others = useMemo(() => users.filter(({ id }) => !members.has(id)), [users, members])
  const toAdd = peopleToAdd(pasted, chosen.value, others)

  const submission = useSubmit(form, {
    async send(values) {
      const now = readPasted(values.text, users, values.decisions)
      const people = peopleToAdd(now, values.chosen, others)
      const problem = problemOf(now, people, team)
      if (problem) {
        form.setError('root', { type: now.undecided.length > 0 ? 'fields' : 'form', message: problem })
        takeFocus(submission.element.current?.querySelector<HTMLElement>('[data-undecided]'))
        return
      }
      await add(
        'members',
        people.map(({ id }) => id),
      )
      draft.finish()
      onAdded(people)
    },
    failure: error => teamFailure(error, messages.teams.addFailed),
  })

  function decide(more: Decisions) {
    form.clearErrors('root')
    decisions.onChange({ ...decisions.value, ...more })
  }

  function handleDiscard() {
    draft.discard()
    fieldIn(submission.element.current, 'text')?.focus()
  }

  return (
    <Dialog title="Add People" busy={submission.isBusy} onClose={onClose}>
      <FormShell
        submission={submission}
        submitLabel={toAdd.length === 0 ? 'Add People' : `Add ${messages.teams.people(toAdd.length)}`}
        busyLabel="Adding..."
        cancel={onClose}
        className="add-people"
      >
        {draft.isRestored && <DraftRestored busy={submission.isBusy} onDiscard={handleDiscard} />}
        <TextAreaField
          label="Names or emails"
          help={messages.teams.pasteHelp}
          rows={4}
          maxLength={limits.teamMembersMax * 100}
          spellCheck={false}
          autoComplete="off"
          placeholder={'Jane Doe\nbob.ray@example.com'}
          name={text.name}
          value={text.value}
          onChange={event => {
            form.clearErrors('root')
            text.onChange(event)
          }}
          {...firstFocus}
        />
        {pasted.entries.length > 0 && (
          <PastedPeople pasted={pasted} members={members} decisions={decisions.value} onDecide={decide} />
        )}
        <Checklist
          legend="Or choose from the list"
          filterLabel="Filter people"
          none={messages.teams.everyoneIn}
          items={others.map(({ id, name, email, role }) => ({
            id,
            name,
            detail: roleLabels[role],
            words: email,
          }))}
          chosen={chosen.value}
          onChosen={ids => {
            form.clearErrors('root')
            chosen.onChange(ids)
          }}
        />
      </FormShell>
    </Dialog>
  )
}

type Pasted = {
  entries: Entry[]
  /** Each once. */
  found: ListedUser[]
  /** Lines that find no one or several people, and that the user hasn't decided on. */
  undecided: Entry[]
}

function readPasted(text: string, users: readonly ListedUser[], decisions: Decisions): Pasted {
  const entries = matchPeople(text, users)
  const found = new Map<number, ListedUser>()
  const undecided: Entry[] = []
  for (const entry of entries) {
    const decision = decisions[entry.key]
    const person =
      entry.people.length === 1 ? entry.people[0] : entry.people.find(({ id }) => id === decision)
    if (person) found.set(person.id, person)
    else if (decision !== 'omit') undecided.push(entry)
  }
  return { entries, found: [...found.values()], undecided }
}

function peopleToAdd({ found }: Pasted, chosen: readonly number[], others: readonly ListedUser[]) {
  const wanted = new Set([...found.map(({ id }) => id), ...chosen])
  return others.filter(({ id }) => wanted.has(id))
}

function problemOf({ undecided, found }: Pasted, people: readonly ListedUser[], team: TeamDetails) {
  if (undecided.length > 0) return messages.teams.undecided
  if (people.length === 0)
    return found.length > 0 ? messages.teams.allInAlready(team.name) : messages.teams.nothingToAdd
  if (team.members.length + people.length > limits.teamMembersMax) return messages.teams.membersTooMany
  return undefined
}

/** More names would push the buttons far down. */
const shownNames = 24

type PastedPeopleProps = {
  pasted: Pasted
  members: ReadonlySet<number>
  decisions: Decisions
  onDecide: (decisions: Decisions) => void
}

/** Whom the pasted lines mean, and the lines about which the user has to decide. */
function PastedPeople({
  pasted: { entries, found, undecided },
  members,
  decisions,
  onDecide,
}: PastedPeopleProps) {
  const alreadyIn = found.filter(({ id }) => members.has(id)).length
  const shown = found.slice(0, shownNames)
  const unknown = undecided.filter(({ people }) => people.length === 0)
  const several = entries.filter(({ people }) => people.length > 1)
  const omit = (some: readonly Entry[]) =>
    onDecide(Object.fromEntries(some.map(({ key }) => [key, 'omit' as const])))
  return (
    <div className="pasted-people">
      <p role="status">
        {messages.teams.found(found.length)}
        {alreadyIn > 0 && `, ${messages.teams.alreadyIn(alreadyIn)}`}
      </p>
      {found.length > 0 && (
        <ul className="pasted-names" aria-label="Found people">
          {shown.map(({ id, name }) => (
            <li key={id} className={members.has(id) ? 'is-in' : undefined}>
              {name}
            </li>
          ))}
          {found.length > shown.length && (
            <li className="is-in">{messages.teams.andMore(found.length - shown.length)}</li>
          )}
        </ul>
      )}
      {several.map(({ key, text, people }) => (
        <SelectField
          key={key}
          label={messages.teams.several(text)}
          value={decisions[key] ?? ''}
          data-undecided={decisions[key] === undefined ? '' : undefined}
          onChange={({ target }) =>
            onDecide({ [key]: target.value === 'omit' ? 'omit' : Number(target.value) })
          }
        >
          <option value="" disabled>
            Choose a person
          </option>
          {people.map(({ id, name, email }) => (
            <option key={id} value={id}>{`${name} (${email})`}</option>
          ))}
          <option value="omit">Leave out</option>
        </SelectField>
      ))}
      {unknown.length > 0 && (
        <div className="unmatched">
          <p>{messages.teams.notFoundWords(unknown.length)}</p>
          <ul aria-label="Unknown lines">
            {unknown.map(entry => (
              <li key={entry.key}>
                <span>{entry.text}</span>
                <button
                  type="button"
                  className="btn btn-ghost btn-sm"
                  data-undecided=""
                  aria-label={`Leave out ${entry.text}`}
                  onClick={() => omit([entry])}
                >
                  Leave out
                </button>
              </li>
            ))}
          </ul>
          {unknown.length > 1 && (
            <button type="button" className="btn btn-secondary btn-sm" onClick={() => omit(unknown)}>
              Leave out all {unknown.length}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

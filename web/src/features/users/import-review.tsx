import plus from 'bootstrap-icons/icons/plus-lg.svg?raw'
import { type RefObject, useLayoutEffect, useMemo } from 'react'
import { projectKey } from '#shared/contract/projects.ts'
import { teamKey } from '#shared/contract/teams.ts'
import type { ImportUsersReply } from '#shared/contract/users.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Role } from '#shared/roles.ts'
import { Alert } from '../../components/alert.tsx'
import { SubmitButton } from '../../components/form.tsx'
import { Icon } from '../../components/icon.tsx'
import { ImportLine } from './import-line.tsx'
import { type CheckedList, checkList, hasAccount, type Line } from './import-lines.ts'
import { DefaultRole } from './import-paste.tsx'
import { UnknownProjects, UnknownRoles, UnknownTeams } from './import-unknown.tsx'
import type { ChangeImport, ImportState } from './use-import-draft.ts'
import { useLineChanges, useReviewFocus, useSendImport } from './use-import-review.ts'

type ImportReviewProps = {
  state: ImportState
  projectNames: readonly string[]
  teamNames: readonly string[]
  mayAdd: (role: Role) => boolean
  onChange: ChangeImport
  onInvited: (reply: ImportUsersReply) => void
}

/** The second step: the lines that were read from the text, to be corrected and sent. */
export function ImportReview(props: ImportReviewProps) {
  const { state, projectNames, teamNames, mayAdd, onChange, onInvited } = props
  const { lines, defaultRole, decisions } = state
  const known = useMemo(() => new Set(projectNames.map(projectKey)), [projectNames])
  const knownTeams = useMemo(() => new Set(teamNames.map(teamKey)), [teamNames])
  const checked = useMemo(
    () => checkList(lines, { defaultRole, known, knownTeams, decisions, mayAdd }),
    [lines, defaultRole, known, knownTeams, decisions, mayAdd],
  )
  const { form, heading, actions: focus } = useReviewFocus()
  const changes = useLineChanges(onChange, focus)
  const { handleSubmit, failure, isBusy } = useSendImport({ state, checked, onChange, onInvited, focus })

  useLayoutEffect(() => {
    // In braces: newer browsers return a promise, which React would take for the effect's cleanup.
    window.scrollTo(0, 0)
  }, [])

  return (
    <form ref={form} className="import-review" noValidate onSubmit={event => void handleSubmit(event)}>
      {failure && (
        <Alert variant="danger" takesFocus={!failure.isAboutLines}>
          {failure.sentence}
        </Alert>
      )}
      <fieldset className="import-parts" disabled={isBusy}>
        <div className="import-head">
          <Heading heading={heading} state={state} wrong={checked.wrong} />
          <DefaultRole role={defaultRole} mayAdd={mayAdd} onChange={onChange} />
        </div>
        <KnownAccounts count={lines.filter(hasAccount).length} onRemove={changes.removeWithAccount} />
        <UnknownRoles words={checked.unknownRoles} mayAdd={mayAdd} onChoose={changes.setRole} />
        <UnknownProjects
          projects={checked.unknownProjects}
          decisions={decisions}
          onDecide={more => onChange({ decisions: { ...decisions, ...more } })}
        />
        <UnknownTeams teams={checked.unknownTeams} onOmit={key => changes.omitTeam(key, knownTeams)} />
        <Lines
          state={state}
          checked={checked}
          hasTeams={knownTeams.size > 0}
          mayAdd={mayAdd}
          changes={changes}
        />
        <div className="import-end">
          <button
            type="button"
            className="btn btn-secondary btn-sm icon-link"
            disabled={lines.length >= limits.importMax}
            onClick={changes.add}
          >
            <Icon svg={plus} />
            Add a line
          </button>
          <p className="form-text">
            Separate projects{knownTeams.size > 0 ? ' and teams' : ''} with a semicolon.
          </p>
        </div>
      </fieldset>
      <Bar
        lines={lines}
        wrong={checked.wrong}
        isBusy={isBusy}
        onNextProblem={focus.toFirstProblem}
        onBack={() => onChange({ isReviewing: false })}
      />
    </form>
  )
}

type HeadingProps = { heading: RefObject<HTMLHeadingElement | null>; state: ImportState; wrong: number }

function Heading({ heading, state: { lines, ignored }, wrong }: HeadingProps) {
  return (
    <div>
      <h2 ref={heading} tabIndex={-1}>
        Check the list
      </h2>
      <p role="status">{messages.users.importSummary(lines.length, wrong)}</p>
      {ignored.length > 0 && <p className="form-text">{messages.users.importIgnored(ignored)}</p>}
    </div>
  )
}

/** Offers to remove the lines of users who have an account, as the server said. */
function KnownAccounts({ count, onRemove }: { count: number; onRemove: () => void }) {
  if (count === 0) return null
  return (
    <Alert variant="warning">
      {messages.users.importHaveAccounts(count)}
      <button type="button" className="btn btn-secondary btn-sm ms-2" onClick={onRemove}>
        {count === 1 ? 'Remove this line' : `Remove these ${count} lines`}
      </button>
    </Alert>
  )
}

type LinesProps = {
  state: ImportState
  checked: CheckedList
  hasTeams: boolean
  mayAdd: (role: Role) => boolean
  changes: Pick<ReturnType<typeof useLineChanges>, 'change' | 'remove'>
}

function Lines({ state: { lines, defaultRole }, checked, hasTeams, mayAdd, changes }: LinesProps) {
  if (lines.length === 0) return null
  return (
    <ol className={`card import-lines ${hasTeams ? 'has-teams' : ''}`} aria-label="People">
      {lines.map((line, index) => {
        const errors = checked.lines[index]?.errors
        return (
          <ImportLine
            key={line.key}
            line={line}
            number={index + 1}
            defaultRole={defaultRole}
            mayAdd={mayAdd}
            nameError={errors?.name}
            emailError={errors?.email}
            roleError={errors?.role}
            projectsError={errors?.projects}
            hasTeams={hasTeams || line.teams !== ''}
            teamsError={errors?.teams}
            onChange={changes.change}
            onRemove={changes.remove}
          />
        )
      })}
    </ol>
  )
}

type BarProps = {
  lines: readonly Line[]
  wrong: number
  isBusy: boolean
  onNextProblem: () => void
  onBack: () => void
}

function Bar({ lines, wrong, isBusy, onNextProblem, onBack }: BarProps) {
  return (
    <div className="import-bar">
      <span className="import-bar-count">{messages.users.importSummary(lines.length, wrong)}</span>
      {wrong > 0 && (
        <button type="button" className="btn btn-secondary" disabled={isBusy} onClick={onNextProblem}>
          Next problem
        </button>
      )}
      <button type="button" className="btn btn-secondary" disabled={isBusy} onClick={onBack}>
        Back
      </button>
      <SubmitButton
        label={lines.length === 1 ? 'Invite 1 person' : `Invite ${lines.length} people`}
        busyLabel="Inviting..."
        busy={isBusy}
      />
    </div>
  )
}

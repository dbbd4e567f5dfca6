import people from 'bootstrap-icons/icons/people.svg?raw'
import { messages } from '#shared/messages.ts'
import { Alert } from '../components/alert.tsx'
import { EmptyState } from '../components/states.tsx'
import {
  type ChoiceOptions,
  nameOfChoice,
  useChooseTeam,
  useLeadsNone,
  useTeamChoice,
  useTeamInUrl,
} from './team-choice.ts'
import './team-control.scss'

const texts = messages.teams

/**
 * Chooses, beside the title of every screen about people, whose data it shows. It is a native select, because screen
 * readers know it, phones open it as a wheel, and typing finds a team among many.
 */
export function TeamControl(options: ChoiceOptions) {
  const { chosen, isLost } = useTeamInUrl(options)
  const choose = useChooseTeam(options)
  if (!chosen) return null
  const { actor, choice, first, offered } = chosen
  const { mine, all } = offered
  const isListed = choice === 'everyone' || choice === 'mine' || all.some(({ id }) => String(id) === choice)
  return (
    <div className="team-control">
      <select
        className="form-select"
        aria-label="Team"
        // For managers who see only their teams, "Everyone" isn't the whole company.
        title={actor.sees_only_teams ? texts.seenPeople : undefined}
        value={choice}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="everyone">{nameOfChoice('everyone', offered)}</option>
        {mine.length > 0 && <option value="mine">{nameOfChoice('mine', offered)}</option>}
        {all.map(({ id }) => (
          <option key={id} value={id}>
            {nameOfChoice(String(id), offered)}
          </option>
        ))}
        {/* Shows the choice while the teams are being loaded. */}
        {!isListed && <option value={choice}>{nameOfChoice(choice, offered)}</option>}
      </select>
      {isLost && (
        <p className="team-lost" role="status">
          {texts.choiceGone(first, actor.sees_only_teams)}
        </p>
      )}
    </div>
  )
}

/** The teams of a user who has several, as filters: one press shows the people of one of them, of all, or everyone. */
export function TeamFilters() {
  const chosen = useTeamChoice()
  const choose = useChooseTeam()
  if (!chosen || chosen.offered.mine.length < 2) return null
  const { mine, counts } = chosen.offered
  const filters = [
    { choice: 'mine', name: texts.mine, people: counts.mine },
    ...mine.map(({ id, name, people }) => ({ choice: String(id), name, people })),
    { choice: 'everyone', name: texts.everyone, people: counts.everyone },
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
    <div className="team-filter" role="group" aria-label="Teams">
      {filters.map(({ choice, name, people }) => (
        <button
          key={choice}
          type="button"
          className="team-filter-button"
          aria-pressed={choice === chosen.choice}
          onClick={() => choose(choice)}
        >
          <span className="team-filter-name">{name}</span> <span className="tabular">{people ?? ''}</span>
        </button>
      ))}
      <p className="team-filter-note">{texts.countInEach}</p>
    </div>
  )
}

/** Tells managers who lead no team why they see only themselves. */
export const LeadsNone = () => (useLeadsNone() ? <Alert variant="info">{texts.leadsNone}</Alert> : null)

/** Shown instead of an empty list. Offers everyone's list, or says that the user leads no team. */
export function NothingOfTeam({ title, ...options }: { title: string } & ChoiceOptions) {
  const choose = useChooseTeam(options)
  const leadsNone = useLeadsNone()
  return (
    <EmptyState
      icon={people}
      title={title}
      action={
        leadsNone ? undefined : (
          <button type="button" className="btn btn-secondary" onClick={() => choose('everyone')}>
            {texts.showEveryone}
          </button>
        )
      }
    />
  )
}

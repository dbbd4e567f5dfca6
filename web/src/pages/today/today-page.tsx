import journal from 'bootstrap-icons/icons/journal-text.svg?raw'
import keyboard from 'bootstrap-icons/icons/keyboard.svg?raw'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Icon } from '../../components/icon.tsx'
import { Page } from '../../components/page.tsx'
import { useShortcutsHelp } from '../../components/shortcuts.tsx'
import { PeopleFilterBar } from '../../domain/people-filter-bar.tsx'
import { useTeamChoice, useTeamIds, withTeam } from '../../domain/team-choice.ts'
import { LeadsNone, TeamControl } from '../../domain/team-control.tsx'
import { usePrefetchOpenBlockers } from '../../features/blockers/api.ts'
import { OpenBlockersPanel } from '../../features/blockers/open-blockers-panel.tsx'
import { useProjects } from '../../features/projects/api.ts'
import { usePrefetchDay, useTeamDay } from '../../features/team-day/api.ts'
import { dayFilters } from '../../features/team-day/day-in-url.ts'
import { DayNav } from '../../features/team-day/day-nav.tsx'
import { useToday } from '../../lib/dates.ts'
import { useUrlFilters } from '../../lib/url.ts'
import { TodayReports } from './today-reports.tsx'
import '../../features/team-day/team-day.scss'

export default function TodayPage() {
  const { filters, change, clear } = useUrlFilters(dayFilters)
  const teamId = useTeamIds()
  const hasTeams = useTeamChoice() !== null
  const query = { ...filters, teamId }
  const { data: day, isError } = useTeamDay(query)
  const projects = useProjects()
  usePrefetchOpenBlockers()
  const prefetchDay = usePrefetchDay()
  const help = useShortcutsHelp()
  const localToday = useToday()
  const isFiltered = filters.role !== undefined || filters.projectId !== undefined

  // If the server doesn't say which day it is for the organization, the browser's is the best guess.
  const today = day?.today ?? (filters.date || isError ? localToday : undefined)
  const shown = filters.date ?? day?.date ?? today

  return (
    <div className="today-page">
      <Page
        title="Today"
        isList
        action={
          <div className={`today-bar ${hasTeams ? 'has-teams' : ''}`}>
            <DayNav
              day={shown}
              filters={filters}
              today={today}
              onIntent={to => prefetchDay({ ...to, teamId })}
            />
            <TeamControl />
            <SummaryLink day={shown} />
            <PeopleFilterBar filters={filters} onChange={change} projects={projects.data} />
            <button
              type="button"
              className="btn btn-ghost btn-sm icon-link today-help"
              aria-keyshortcuts="?"
              title="Shortcuts (?)"
              onClick={() => help.onHelp(true)}
            >
              <Icon svg={keyboard} />
              <span className="today-help-word">Shortcuts</span>
            </button>
          </div>
        }
      >
        <LeadsNone />
        <TodayReports
          key={JSON.stringify(query)}
          filters={query}
          onClear={isFiltered ? () => clear(['role', 'projectId']) : undefined}
          help={help}
        />
      </Page>
      <OpenBlockersPanel />
    </div>
  )
}

/** Takes its space while the day is loading, so that nothing moves when it appears. */
function SummaryLink({ day }: { day: string | undefined }) {
  const chosen = useTeamChoice()
  return (
    <Link
      to={day === undefined ? '' : paths.summary(day, chosen ? withTeam('', chosen.choice) : '')}
      className={`btn btn-ghost btn-sm icon-link today-summary ${day === undefined ? 'held-back' : ''}`}
      title="Summary of this day"
    >
      <Icon svg={journal} />
      Summary
    </Link>
  )
}

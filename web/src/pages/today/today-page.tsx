import keyboard from 'bootstrap-icons/icons/keyboard.svg?raw'
import { Icon } from '../../components/icon.tsx'
import { Page } from '../../components/page.tsx'
import { useShortcutsHelp } from '../../components/shortcuts.tsx'
import { TeamFilterBar } from '../../features/calendar/team-filter-bar.tsx'
import { useProjects } from '../../features/projects/api.ts'
import { usePrefetchDay, useTeamDay } from '../../features/team-day/api.ts'
import { useDayFilters } from '../../features/team-day/day-in-url.ts'
import { DayNav } from '../../features/team-day/day-nav.tsx'
import { useToday } from '../../lib/dates.ts'
import { TodayReports } from './today-reports.tsx'
import '../../features/team-day/team-day.scss'

export default function TodayPage() {
  const { filters, change, clear } = useDayFilters()
  const { data: day, isError } = useTeamDay(filters)
  const projects = useProjects()
  const prefetchDay = usePrefetchDay()
  const help = useShortcutsHelp()
  const localToday = useToday()
  const isFiltered = filters.role !== undefined || filters.projectId !== undefined

  return (
    <div className="today-page">
      <Page
        title="Today"
        isList
        action={
          <div className="today-bar">
            <DayNav
              // If the server doesn't say which day it is for the organization, the browser's is the best guess.
              day={filters.date ?? day?.date ?? (isError ? localToday : undefined)}
              filters={filters}
              today={day?.today}
              onIntent={prefetchDay}
            />
            <TeamFilterBar filters={filters} onChange={change} projects={projects.data} />
            <button
              type="button"
              className="icon-button today-help"
              aria-label="Keyboard shortcuts"
              title="Keyboard shortcuts (?)"
              onClick={() => help.onHelp(true)}
            >
              <Icon svg={keyboard} />
            </button>
          </div>
        }
      >
        <TodayReports
          key={JSON.stringify(filters)}
          filters={filters}
          onClear={isFiltered ? clear : undefined}
          help={help}
        />
      </Page>
    </div>
  )
}

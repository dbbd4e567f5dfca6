import { settingsMessages } from '#shared/messages/settings.ts'
import { ErrorState } from '../components/error-state.tsx'
import { Page } from '../components/page.tsx'
import { Section } from '../components/section.tsx'
import { Placeholder, Skeleton } from '../components/skeleton.tsx'
import { HolidaysSection } from '../features/settings/holidays-section.tsx'
import { OrganizationSection } from '../features/settings/organization-section.tsx'
import { WorkingDaysSection } from '../features/settings/working-days-section.tsx'
import { usePlaceholder } from '../lib/use-placeholder.ts'
import { useSettings } from '../lib/use-settings.ts'

export default function SettingsPage() {
  return (
    <Page title="Settings" width="reading">
      <Sections />
    </Page>
  )
}

function Sections() {
  const { data: settings, isPending, refetch } = useSettings()
  if (usePlaceholder(isPending)) return <SettingsSkeleton />
  if (!settings) return <ErrorState message={settingsMessages.loadFailed} onRetry={() => void refetch()} />
  return (
    <>
      <OrganizationSection settings={settings} />
      <WorkingDaysSection settings={settings} />
      <HolidaysSection holidays={settings.holidays} />
    </>
  )
}

function SettingsSkeleton() {
  return (
    <>
      {['Organization', 'Working days', 'Holidays'].map(title => (
        <Section key={title} title={title}>
          <Placeholder>
            <Skeleton width="60%" />
            <Skeleton />
            <Skeleton />
          </Placeholder>
        </Section>
      ))}
    </>
  )
}

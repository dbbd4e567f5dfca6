import { messages } from '#shared/messages.ts'
import { Page, Section } from '../components/page.tsx'
import { Placeholder, Skeleton, usePlaceholder } from '../components/placeholders.tsx'
import { ErrorState } from '../components/states.tsx'
import { hasMail, useSettings } from '../domain/settings.ts'
import { useDeliveries } from '../features/settings/api.ts'
import { HolidaysSection } from '../features/settings/holidays-section.tsx'
import { MailSection } from '../features/settings/mail-section.tsx'
import { OrganizationSection } from '../features/settings/organization-section.tsx'
import { TimesSection } from '../features/settings/times-section.tsx'
import { WorkingDaysSection } from '../features/settings/working-days-section.tsx'

export default function SettingsPage() {
  return (
    <Page title="Settings" width="reading">
      <Sections />
    </Page>
  )
}

function Sections() {
  const { data: settings, isPending, refetch } = useSettings()
  // Loaded in parallel with the settings.
  useDeliveries(hasMail())
  if (usePlaceholder(isPending)) return <SettingsSkeleton />
  if (!settings) return <ErrorState message={messages.settings.loadFailed} onRetry={() => void refetch()} />
  return (
    <>
      <OrganizationSection settings={settings} />
      <WorkingDaysSection settings={settings} />
      <TimesSection settings={settings} />
      <HolidaysSection holidays={settings.holidays} />
      <MailSection />
    </>
  )
}

function SettingsSkeleton() {
  return ['Organization', 'Working days', 'Reminders and summary', 'Holidays', 'Mail'].map(title => (
    <SectionSkeleton key={title} title={title} />
  ))
}

function SectionSkeleton({ title }: { title: string }) {
  return (
    <Section title={title}>
      <Placeholder>
        <Skeleton width="60%" />
        <Skeleton />
        <Skeleton />
      </Placeholder>
    </Section>
  )
}

import { messages } from '#shared/messages.ts'
import { ErrorState } from '../components/error-state.tsx'
import { Page } from '../components/page.tsx'
import { Section } from '../components/section.tsx'
import { Placeholder, Skeleton } from '../components/skeleton.tsx'
import { hasMail } from '../domain/has-mail.ts'
import { useSettings } from '../domain/use-settings.ts'
import { useDeliveries } from '../features/settings/api.ts'
import { HolidaysSection } from '../features/settings/holidays-section.tsx'
import { MailSection } from '../features/settings/mail-section.tsx'
import { OrganizationSection } from '../features/settings/organization-section.tsx'
import { TimesSection } from '../features/settings/times-section.tsx'
import { WorkingDaysSection } from '../features/settings/working-days-section.tsx'
import { usePlaceholder } from '../lib/use-placeholder.ts'

export default function SettingsPage() {
  return (
    <Page title="Settings" width="reading">
      <Sections />
    </Page>
  )
}

function Sections() {
  const { data: settings, isPending, refetch } = useSettings()
  // Together with the settings, not after them.
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

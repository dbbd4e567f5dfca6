import { Link } from 'react-router'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { Page, Section } from '../components/page.tsx'
import { Placeholder, Skeleton, usePlaceholder } from '../components/placeholders.tsx'
import { type SectionLink, Sections } from '../components/sections.tsx'
import { ErrorState } from '../components/states.tsx'
import { hasMail, useSettings } from '../domain/settings.ts'
import { ActivitySources } from '../features/activity/activity-sources.tsx'
import { useDeliveries } from '../features/settings/api.ts'
import { HolidaysSection } from '../features/settings/holidays-section.tsx'
import { MailPaused } from '../features/settings/mail-paused.tsx'
import { MailSection } from '../features/settings/mail-section.tsx'
import { ManagersSection } from '../features/settings/managers-section.tsx'
import { OrganizationSection } from '../features/settings/organization-section.tsx'
import { SecondStepSection } from '../features/settings/second-step-section.tsx'
import { settingsSections } from '../features/settings/sections.ts'
import { TimesSection } from '../features/settings/times-section.tsx'
import { WorkingDaysSection } from '../features/settings/working-days-section.tsx'
import { useWebhooks } from '../features/webhooks/api.ts'
import { WebhooksSection } from '../features/webhooks/webhooks-section.tsx'
import { useActor } from '../lib/can.tsx'

export default function SettingsPage() {
  const settings = useSettings()
  // Loaded in parallel with the settings.
  useDeliveries(hasMail())
  const { data: webhooks } = useWebhooks()
  const isLoading = usePlaceholder(settings.isPending)
  const actor = useActor()
  // Without teams there is no choice of whom managers see.
  const areManagersShown = actor?.has_teams === true || settings.data?.manager_scope === 'teams'
  // An older server has no webhooks.
  const areWebhooksShown = webhooks !== null
  const sections = Object.values(settingsSections).filter(
    section =>
      (section !== settingsSections.managers || areManagersShown) &&
      (section !== settingsSections.integrations || areWebhooksShown),
  )
  return (
    <Page
      title="Settings"
      width="indexed"
      action={
        <Link to={paths.record()} className="btn btn-secondary" title="Who did what, and from where">
          Record
        </Link>
      }
    >
      <Sections index={sections} isLoading={isLoading}>
        {isLoading ? (
          <SettingsSkeleton sections={sections.filter(section => section !== settingsSections.activity)} />
        ) : (
          <LoadedSections
            {...settings}
            areManagersShown={areManagersShown}
            areWebhooksShown={areWebhooksShown}
          />
        )}
        {/* Loads by itself, in parallel with the settings. */}
        <ActivitySources heading={settingsSections.activity} />
        {settings.data?.version && (
          <p className="text-body-secondary">{messages.settings.version(settings.data)}</p>
        )}
      </Sections>
    </Page>
  )
}

type LoadedProps = ReturnType<typeof useSettings> & { areManagersShown: boolean; areWebhooksShown: boolean }

function LoadedSections({ data: settings, refetch, areManagersShown, areWebhooksShown }: LoadedProps) {
  if (!settings) return <ErrorState message={messages.settings.loadFailed} onRetry={() => void refetch()} />
  return (
    <>
      <OrganizationSection settings={settings} />
      <WorkingDaysSection settings={settings} />
      <TimesSection settings={settings} />
      {areManagersShown && <ManagersSection settings={settings} />}
      <SecondStepSection settings={settings} />
      <HolidaysSection holidays={settings.holidays} />
      <MailSection />
      {areWebhooksShown && (
        // If email is set up, its own section says that it is paused.
        <WebhooksSection heading={settingsSections.integrations} paused={!hasMail() && <MailPaused />} />
      )}
    </>
  )
}

function SettingsSkeleton({ sections }: { sections: readonly SectionLink[] }) {
  return sections.map(section => <SectionSkeleton key={section.id} {...section} />)
}

function SectionSkeleton(section: SectionLink) {
  return (
    <Section {...section}>
      <Placeholder>
        <Skeleton width="60%" />
        <Skeleton />
        <Skeleton />
      </Placeholder>
    </Section>
  )
}

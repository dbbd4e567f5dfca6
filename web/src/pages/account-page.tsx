import { Page } from '../components/page.tsx'
import { Sections } from '../components/sections.tsx'
import { providerName, useSettings } from '../domain/settings.ts'
import { AccessTokensSection } from '../features/access-tokens/access-tokens-section.tsx'
import { ActivitySection } from '../features/account/activity-section.tsx'
import { useAccount, useUpdateAccount } from '../features/account/api.ts'
import { DaysSection } from '../features/account/days-section.tsx'
import { DevicesSection } from '../features/account/devices-section.tsx'
import { ExportSection } from '../features/account/export-section.tsx'
import { NotificationsSection } from '../features/account/notifications-section.tsx'
import { PasswordSection } from '../features/account/password-section.tsx'
import { ProfileSection } from '../features/account/profile-section.tsx'
import { accountSections } from '../features/account/sections.ts'
import { ThemeSection } from '../features/account/theme-section.tsx'
import { CalendarFeedSection } from '../features/calendar-feeds/calendar-feed-section.tsx'
import { OwnRecordSection } from '../features/record/own-record-section.tsx'
import { TwoStepsSection } from '../features/second-step/two-steps-section.tsx'
import { useAuth } from '../features/sign-in/auth-context.ts'
import { IdentitiesSection } from '../features/single-sign-on/identities-section.tsx'

export default function AccountPage() {
  const { user, refresh, endAll } = useAuth()
  const account = useAccount()
  const settings = useSettings()
  const update = useUpdateAccount()
  const provider = providerName()
  if (!user) return null
  const { signOn, ...always } = accountSections
  const index = Object.values(provider ? accountSections : always)
  const hasPassword = account.data?.has_password ?? true
  return (
    <Page title="Your account" width="indexed">
      <Sections index={index} isLoading={account.isPending || settings.isPending}>
        {/* Until the account is loaded, the teams from the sign-in are shown, which may be out of date. */}
        <ProfileSection user={user} teams={account.data?.teams ?? user.teams} onRenamed={refresh} />
        <PasswordSection key={String(hasPassword)} email={user.email} hasPassword={hasPassword} />
        <TwoStepsSection heading={accountSections.twoSteps} email={user.email} onChanged={refresh} />
        {provider && (
          <IdentitiesSection
            key={`sign-on ${hasPassword}`}
            heading={signOn}
            provider={provider}
            email={user.email}
            hasPassword={hasPassword}
          />
        )}
        <DaysSection />
        <NotificationsSection account={account} settings={settings} save={update.mutateAsync} />
        <ActivitySection account={account} />
        <ThemeSection />
        <DevicesSection />
        <AccessTokensSection heading={accountSections.tokens} />
        <OwnRecordSection heading={accountSections.record} onEnded={endAll} />
        <CalendarFeedSection heading={accountSections.calendar} />
        <ExportSection />
      </Sections>
    </Page>
  )
}

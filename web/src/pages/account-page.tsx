import { Page } from '../components/page.tsx'
import { useSettings } from '../domain/settings.ts'
import { useAccount, useUpdateAccount } from '../features/account/api.ts'
import { DaysSection } from '../features/account/days-section.tsx'
import { DevicesSection } from '../features/account/devices-section.tsx'
import { ExportSection } from '../features/account/export-section.tsx'
import { NotificationsSection } from '../features/account/notifications-section.tsx'
import { PasswordSection } from '../features/account/password-section.tsx'
import { ProfileSection } from '../features/account/profile-section.tsx'
import { ThemeSection } from '../features/account/theme-section.tsx'
import { useAuth } from '../features/sign-in/auth-context.ts'

export default function AccountPage() {
  const { user, refresh } = useAuth()
  const account = useAccount()
  const settings = useSettings()
  const update = useUpdateAccount()
  if (!user) return null
  return (
    <Page title="Your account" width="reading">
      <ProfileSection user={user} onRenamed={refresh} />
      <DaysSection />
      <NotificationsSection account={account} settings={settings} save={update.mutateAsync} />
      <PasswordSection email={user.email} />
      <DevicesSection />
      <ThemeSection />
      <ExportSection />
    </Page>
  )
}

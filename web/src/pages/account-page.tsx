import { Page } from '../components/page.tsx'
import { DaysSection } from '../features/account/days-section.tsx'
import { DevicesSection } from '../features/account/devices-section.tsx'
import { ExportSection } from '../features/account/export-section.tsx'
import { PasswordSection } from '../features/account/password-section.tsx'
import { ProfileSection } from '../features/account/profile-section.tsx'
import { ThemeSection } from '../features/account/theme-section.tsx'
import { useAuth } from '../features/auth/auth-context.ts'

export default function AccountPage() {
  const { user, refresh } = useAuth()
  if (!user) return null
  return (
    <Page title="Your account" width="reading">
      <ProfileSection user={user} onRenamed={refresh} />
      <DaysSection />
      <PasswordSection email={user.email} />
      <DevicesSection />
      <ThemeSection />
      <ExportSection />
    </Page>
  )
}

import { ThemeSwitch } from '../../components/theme-switch.tsx'
import { AccountSection } from './account-section.tsx'

export function ThemeSection() {
  return (
    <AccountSection title="Theme" about="Applies to this browser.">
      <ThemeSwitch hasLabels />
    </AccountSection>
  )
}

import { Section } from '../../components/page.tsx'
import { ThemeSwitch } from '../../components/theme-switch.tsx'
import './account.scss'

export function ThemeSection() {
  return (
    <Section title="Theme" about="Applies to this browser.">
      <ThemeSwitch hasLabels />
    </Section>
  )
}

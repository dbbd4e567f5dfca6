import { Section } from '../../components/page.tsx'
import { ThemeSwitch } from '../../components/theme-switch.tsx'
import { accountSections } from './sections.ts'
import './account.scss'

export function ThemeSection() {
  return (
    <Section {...accountSections.theme} about="Applies to this browser only.">
      <ThemeSwitch hasPreviews />
    </Section>
  )
}

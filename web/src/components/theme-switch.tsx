import display from 'bootstrap-icons/icons/display.svg?raw'
import moon from 'bootstrap-icons/icons/moon.svg?raw'
import sun from 'bootstrap-icons/icons/sun.svg?raw'
import { useId } from 'react'
import { chooseTheme, type Theme, themes, useTheme } from '../lib/theme.ts'
import { Icon } from './icon.tsx'

const looks: Record<Theme, { icon: string; label: string }> = {
  light: { icon: sun, label: 'Light' },
  dark: { icon: moon, label: 'Dark' },
  system: { icon: display, label: 'System' },
}

type ThemeSwitchProps = {
  /** Whether to show a small picture of each theme. */
  hasPreviews?: boolean
}

export function ThemeSwitch({ hasPreviews = false }: ThemeSwitchProps) {
  const chosen = useTheme()
  const name = useId()
  return (
    <fieldset className={hasPreviews ? 'theme-switch theme-tiles' : 'theme-switch'}>
      <legend className="visually-hidden">Theme</legend>
      {themes.map(theme => (
        <label key={theme} title={`${looks[theme].label} theme`}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={theme}
            checked={theme === chosen}
            onChange={() => chooseTheme(theme)}
          />
          {hasPreviews && <ThemePreview theme={theme} />}
          <Icon svg={looks[theme].icon} />
          <span>{looks[theme].label}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** A small picture of a page in the colours of the theme, or in both for the system's. */
function ThemePreview({ theme }: { theme: Theme }) {
  return (
    <span className="theme-preview" aria-hidden="true">
      {theme !== 'dark' && <span data-bs-theme="light" />}
      {theme !== 'light' && <span data-bs-theme="dark" />}
    </span>
  )
}

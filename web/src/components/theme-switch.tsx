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

export function ThemeSwitch({ hasLabels = false }: { hasLabels?: boolean }) {
  const chosen = useTheme()
  const name = useId()
  return (
    <fieldset className="theme-switch">
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
          <Icon svg={looks[theme].icon} />
          <span className={hasLabels ? undefined : 'visually-hidden'}>{looks[theme].label}</span>
        </label>
      ))}
    </fieldset>
  )
}

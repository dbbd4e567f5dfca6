import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'

type IconButtonProps = ComponentProps<'button'> & {
  icon: string
  /** The whole sentence, such as "Delete report.pdf". */
  label: string
  /** The short word for a tooltip. */
  hint: string
  variant?: 'danger'
}

export function IconButton({ icon, label, hint, variant, ...button }: IconButtonProps) {
  return (
    <button
      type="button"
      {...button}
      className={`icon-button ${variant ? `icon-button-${variant}` : ''}`}
      aria-label={label}
      title={hint}
    >
      <Icon svg={icon} />
    </button>
  )
}

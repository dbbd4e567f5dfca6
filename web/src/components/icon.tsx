import type { ComponentProps } from 'react'

/** One of Bootstrap's icons, imported with `?raw`. Screen readers skip it, because the text beside it says the same. */
export function Icon({ svg, className = '' }: { svg: string; className?: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of the icon package, never user input
    <span className={`icon ${className}`} aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />
  )
}

type IconButtonProps = ComponentProps<'button'> & {
  icon: string
  /** The accessible name, such as "Delete report.pdf". */
  label: string
  /** The tooltip, shown on hover, on focus and while a finger presses the button. */
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
      data-hint={hint}
    >
      <Icon svg={icon} />
    </button>
  )
}

/** The app's logo: a report whose last line is ticked off. */
export function BrandMark() {
  return (
    <svg className="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M9 10.5h14M9 16h9" className="brand-mark-lines" />
      <path d="m9 22 2.6 2.6L17 19.2" />
    </svg>
  )
}

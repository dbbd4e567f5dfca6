/** The sign of the app: a report whose last line is ticked off. */
export function BrandMark() {
  return (
    <svg className="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M9 10.5h14M9 16h9" className="brand-mark-lines" />
      <path d="m9 22 2.6 2.6L17 19.2" />
    </svg>
  )
}

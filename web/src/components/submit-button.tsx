type SubmitButtonProps = {
  label: string
  busyLabel: string
  busy: boolean
  /** There is nothing to send yet. */
  disabled?: boolean
  className?: string
}

/** Shows the progress in place; while busy it cannot be pressed again. */
export function SubmitButton(props: SubmitButtonProps) {
  const { label, busyLabel, busy, disabled = false, className = '' } = props
  return (
    <button type="submit" className={`btn btn-primary ${className}`} disabled={busy || disabled}>
      {busy && <span className="spinner-border spinner-border-sm me-2" aria-hidden="true" />}
      {busy ? busyLabel : label}
    </button>
  )
}

type ProgressBarProps = {
  /** The bar's accessible name. */
  label: string
  /** The percentage, clamped to 0 to 100. */
  value: number
  variant?: 'primary' | 'success' | 'info' | 'warning' | 'danger' | 'secondary'
  /** Shown beside the bar, such as "12.5%". */
  text?: string
  /** What screen readers read instead of the percentage. */
  valueText?: string
}

export function ProgressBar({ label, value, variant = 'primary', text, valueText = text }: ProgressBarProps) {
  const percent = Math.min(Math.max(value, 0), 100)
  return (
    <div className="progress-row">
      <div
        className="progress"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={valueText}
      >
        <div className={`progress-bar progress-${variant}`} style={{ width: `${percent}%` }} />
      </div>
      {text && <span className="progress-text">{text}</span>}
    </div>
  )
}

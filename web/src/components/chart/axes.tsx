import type { Frame, Scale } from './scale.ts'

type AxesProps = {
  frame: Frame
  scale: Scale
  ticks: readonly number[]
  formatTick: (value: number) => string
  /** The labels of the columns, empty for columns without one. If they don't fit, some are left out. */
  labels: readonly string[]
}

/** About the width of a character, in units of the view box. */
const characterWidth = 6.5

/** The lines behind a picture and the labels of its columns. Screen readers read the names of the links instead. */
export function Axes({ frame, scale, ticks, formatTick, labels }: AxesProps) {
  const labelled = labels.flatMap((label, column) => (label ? [{ label, column }] : []))
  const labelWidth = (Math.max(...labels.map(({ length }) => length), 1) + 2) * characterWidth
  const distance = ((labelled[1]?.column ?? 1) - (labelled[0]?.column ?? 0)) * scale.pitch
  const every = Math.max(Math.ceil(labelWidth / distance), 1)
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can have the focus
    <g aria-hidden="true">
      {ticks.map(tick => {
        const y = scale.floor - scale.rise(tick)
        return (
          <g key={tick}>
            <line
              className={tick === 0 ? 'chart-floor' : 'chart-line'}
              x1={frame.left}
              x2={frame.width}
              y1={y}
              y2={y}
            />
            <text x={frame.left - 6} y={y + 4} textAnchor="end">
              {formatTick(tick)}
            </text>
          </g>
        )
      })}
      {labelled
        .filter((_, index) => index % every === 0)
        .map(({ label, column }) => (
          <text key={column} x={scale.middle(column)} y={frame.height - 6} textAnchor="middle">
            {label}
          </text>
        ))}
    </g>
  )
}

import { useState } from 'react'
import { Link } from 'react-router'
import { useArrowKeys } from './arrow-keys.ts'
import { Axes } from './axes.tsx'
import { scaleOf, ticksOf, useFrame } from './scale.ts'
import type { Column } from './stacked-bars.tsx'
import './chart.scss'

type LineChartProps = {
  /** The picture's accessible name. */
  label: string
  columns: readonly Column[]
  /** Drawn as a dashed line. */
  expected: readonly number[]
  /** Drawn as a line with a coloured area below. */
  actual: readonly number[]
  describe: (column: number) => string
  /** The URL of the list behind a column. */
  hrefOf: (column: number) => string
  /** The text below the picture until a column has the focus or the pointer. */
  hint: string
}

/** Compares expected with actual numbers. Each column is a link, and the links are focusable in order. */
export function LineChart({ label, columns, expected, actual, describe, hrefOf, hint }: LineChartProps) {
  const frame = useFrame(false)
  const [shown, setShown] = useState<number>()
  const ticks = ticksOf(Math.max(...expected, ...actual, 0), 1, 4)
  const scale = scaleOf(frame, columns.length, ticks)
  const { handleFocus, handleKeyDown, linkProps } = useArrowKeys(
    columns.map((_, column) => ({ column, row: 0 })),
  )
  const points = (values: readonly number[]) =>
    values.map((value, column) => `${scale.middle(column)},${scale.floor - scale.rise(value)}`).join(' ')
  const hasDots = columns.length <= 62
  return (
    <div className="chart">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form */}
      <svg
        className="chart-picture"
        viewBox={`0 0 ${frame.width} ${frame.height}`}
        role="group"
        aria-label={label}
        onKeyDown={handleKeyDown}
        onFocus={handleFocus}
        onBlur={() => setShown(undefined)}
        onPointerLeave={() => setShown(undefined)}
      >
        <Axes
          frame={frame}
          scale={scale}
          ticks={ticks}
          formatTick={tick => tick.toLocaleString()}
          labels={columns.map(column => column.label)}
        />
        <polygon
          className="chart-area"
          points={`${scale.middle(0)},${scale.floor} ${points(actual)} ${scale.middle(columns.length - 1)},${scale.floor}`}
        />
        <polyline className="chart-expected" points={points(expected)} />
        <polyline className="chart-actual" points={points(actual)} />
        {columns.map((_, column) => (
          <Link
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its index
            key={column}
            to={hrefOf(column)}
            className="chart-column"
            aria-label={describe(column)}
            {...linkProps({ column, row: 0 })}
            onFocus={() => setShown(column)}
            onPointerEnter={() => setShown(column)}
          >
            <rect
              x={scale.start(column)}
              y={frame.top}
              width={scale.pitch}
              height={scale.floor - frame.top}
            />
            {(hasDots || column === shown) && (
              <circle cx={scale.middle(column)} cy={scale.floor - scale.rise(actual[column] ?? 0)} r="3" />
            )}
            <title>{describe(column)}</title>
          </Link>
        ))}
      </svg>
      <p className="chart-hint" aria-hidden="true">
        {shown === undefined ? hint : describe(shown)}
      </p>
    </div>
  )
}

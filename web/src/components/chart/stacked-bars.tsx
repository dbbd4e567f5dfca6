import { useId, useState } from 'react'
import { Link } from 'react-router'
import { useArrowKeys } from './arrow-keys.ts'
import { Axes } from './axes.tsx'
import { scaleOf, ticksOf, useFrame } from './scale.ts'
import './chart.scss'

/** The look of a series. Series of one picture have different textures, for users who can't tell colours apart. */
export type Look = { hue: number | 'other'; texture: number }

export const hueCount = 8
export const textureCount = 8

export type Column = {
  /** The label below the bar. */
  label: string
  /** The name in a sentence. */
  name: string
}

export type Bar = {
  look: Look
  /** One for each column. */
  values: readonly number[]
  /** Describes the part in a column, for screen readers and the tooltip. */
  describe: (column: number) => string
  /** The URL of the list behind the part in a column. */
  hrefOf: (column: number) => string
}

type StackedBarsProps = {
  /** The picture's accessible name. */
  label: string
  columns: readonly Column[]
  /** From the bottom up. */
  bars: readonly Bar[]
  /** The steps of the scale are multiples of this. */
  unit: number
  formatTick: (value: number) => string
  isSmall?: boolean
  /** The text below the picture until a part has the focus or the pointer. */
  hint: string
}

/** A bar for each column, stacked from parts. Each part is a link, and the links have the order of the columns. */
export function StackedBars(props: StackedBarsProps) {
  const { label, columns, bars, unit, formatTick, isSmall = false, hint } = props
  const frame = useFrame(isSmall)
  const textures = useId()
  const [shown, setShown] = useState<string>()
  const totals = columns.map((_, column) => bars.reduce((sum, { values }) => sum + (values[column] ?? 0), 0))
  const ticks = ticksOf(Math.max(...totals, 0), unit, isSmall ? 2 : 4)
  const scale = scaleOf(frame, columns.length, ticks)
  const parts = stack(columns.length, bars)
  const { handleFocus, handleKeyDown, linkProps } = useArrowKeys(parts)
  const width = Math.min(scale.pitch * 0.74, 44)
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
        <Textures id={textures} />
        <Axes
          frame={frame}
          scale={scale}
          ticks={ticks}
          formatTick={formatTick}
          labels={columns.map(column => column.label)}
        />
        {parts.map(({ column, row, bar, value, below, href }) => {
          const described = bar.describe(column)
          const height = Math.max(scale.rise(value), 1.5)
          const place = {
            x: scale.middle(column) - width / 2,
            y: scale.floor - scale.rise(below) - height,
            width,
            // Leaves a gap between two parts.
            height: height > 3 ? height - 1 : height,
          }
          const shape = (
            <>
              <rect className={`chart-hue-${bar.look.hue}`} {...place} />
              {bar.look.texture > 0 && <rect fill={`url(#${textures}-${bar.look.texture})`} {...place} />}
              <title>{described}</title>
            </>
          )
          const events = { onFocus: () => setShown(described), onPointerEnter: () => setShown(described) }
          const key = `${column} ${row}`
          return (
            <Link
              key={key}
              to={href}
              className="chart-part"
              aria-label={described}
              {...linkProps({ column, row })}
              {...events}
            >
              {shape}
            </Link>
          )
        })}
      </svg>
      <p className="chart-hint" aria-hidden="true">
        {shown ?? hint}
      </p>
    </div>
  )
}

/** The parts of all bars: column by column, each from the bottom up. Parts without a value are left out. */
function stack(columns: number, bars: readonly Bar[]) {
  return Array.from({ length: columns }, (_, column) => {
    let below = 0
    return bars.flatMap((bar, row) => {
      const value = bar.values[column] ?? 0
      if (value === 0) return []
      const part = { column, row, bar, value, below, href: bar.hrefOf(column) }
      below += value
      return [part]
    })
  }).flat()
}

/** Tiles of 6 × 6 that are drawn over a colour: stripes in four directions, dots, a grid, and squares. */
const tiles: readonly { path: string; turn?: number }[] = [
  { path: 'M0 0H1.25V6H0Z', turn: 45 },
  { path: 'M3 1.75a1.25 1.25 0 0 1 0 2.5a1.25 1.25 0 0 1 0 -2.5Z' },
  { path: 'M0 0H1.25V6H0Z', turn: -45 },
  { path: 'M0 0H6V1.25H0Z' },
  { path: 'M0 0H6V1H1V6H0Z', turn: 45 },
  { path: 'M0 0H1.25V6H0Z' },
  { path: 'M0 0H1.75V1.75H0ZM3 3H4.75V4.75H3Z' },
]

/** Textures are drawn in the colour of the background. Texture 0 is plain, so it has no pattern. */
function Textures({ id }: { id: string }) {
  return (
    <defs>
      {tiles.map(({ path, turn = 0 }, index) => (
        <pattern
          key={path + turn}
          id={`${id}-${index + 1}`}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform={`rotate(${turn})`}
        >
          <path className="chart-texture" d={path} />
        </pattern>
      ))}
    </defs>
  )
}

/** The colour and texture of a series, for legends and tables. */
export function Swatch({ look: { hue, texture } }: { look: Look }) {
  const id = useId()
  return (
    <svg className="chart-swatch" viewBox="0 0 14 14" aria-hidden="true">
      <Textures id={id} />
      <rect className={`chart-hue-${hue}`} width="14" height="14" rx="3" />
      {texture > 0 && <rect fill={`url(#${id}-${texture})`} width="14" height="14" rx="3" />}
    </svg>
  )
}

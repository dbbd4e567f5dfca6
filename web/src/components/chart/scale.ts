import { useIsNarrow, useIsOneColumn } from '../../lib/viewport.ts'

/** The size of a picture in units of its view box. */
export type Frame = { width: number; height: number; left: number; top: number; bottom: number }

/**
 * A picture is as wide as its place on the page, and the view box follows in steps, so that its text stays readable.
 * A small picture takes the width of the page; other pictures have a table beside them.
 */
export function useFrame(isSmall: boolean): Frame {
  const isNarrow = useIsNarrow()
  const isOneColumn = useIsOneColumn()
  const width = isNarrow ? 350 : isSmall && !isOneColumn ? 1080 : 760
  return { width, height: isSmall ? 140 : isNarrow ? 220 : 260, left: isNarrow ? 36 : 42, top: 8, bottom: 24 }
}

const steps = [0, 1, 2, 3, 4, 5, 6].flatMap(power => [1, 2, 5].map(factor => factor * 10 ** power))

/** The values of the lines behind a picture, from zero in round steps of the unit to the largest value or above it. */
export function ticksOf(largest: number, unit: number, stepsMax: number): number[] {
  const units = Math.max(Math.ceil(largest / unit), 1)
  const step = steps.find(each => units / each <= stepsMax) ?? units
  return Array.from({ length: Math.ceil(units / step) + 1 }, (_, index) => index * step * unit)
}

/** The positions of columns and values in a picture. */
export function scaleOf({ width, height, left, top, bottom }: Frame, columns: number, ticks: number[]) {
  const [floor, pitch, highest] = [height - bottom, (width - left) / Math.max(columns, 1), ticks.at(-1) ?? 1]
  return {
    pitch,
    floor,
    start: (column: number) => left + column * pitch,
    middle: (column: number) => left + (column + 0.5) * pitch,
    rise: (value: number) => (value / highest) * (floor - top),
  }
}
export type Scale = ReturnType<typeof scaleOf>

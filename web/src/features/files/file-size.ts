const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
const step = 1024

/** "1.5 MB", in the viewer's locale. */
export function formatSize(bytes: number): string {
  const power = bytes < step ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(step)), units.length - 1)
  const format = new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: units[power],
    // "39 bytes", but "1.5 MB".
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  })
  return format.format(bytes / step ** power)
}

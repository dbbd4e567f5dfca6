// Prometheus' text format is a few lines of text: counting and printing them needs no library.

type Labels = Record<string, string>

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type Registry = ReturnType<typeof createRegistry>

export function createRegistry() {
  const printers: (() => Promise<string[]>)[] = []

  function describe(name: string, help: string, type: string, lines: () => Promise<string[]> | string[]) {
    printers.push(async () => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...(await lines())])
  }

  return {
    /** How long something took, by labels; `count` and `sum` come with it. */
    histogram(name: string, help: string) {
      const series = new Map<string, { labels: Labels; buckets: number[]; sum: number; count: number }>()
      describe(name, help, 'histogram', () =>
        [...series.values()].flatMap(({ labels, buckets, sum, count }) => [
          ...bounds.map((bound, index) =>
            line(`${name}_bucket`, { ...labels, le: String(bound) }, buckets[index] ?? 0),
          ),
          line(`${name}_bucket`, { ...labels, le: '+Inf' }, count),
          line(`${name}_sum`, labels, sum),
          line(`${name}_count`, labels, count),
        ]),
      )
      return {
        observe(labels: Labels, seconds: number) {
          const key = Object.values(labels).join('\n')
          let one = series.get(key)
          if (!one) {
            one = { labels, buckets: bounds.map(() => 0), sum: 0, count: 0 }
            series.set(key, one)
          }
          for (const [index, bound] of bounds.entries())
            if (seconds <= bound) one.buckets[index] = (one.buckets[index] ?? 0) + 1
          one.sum += seconds
          one.count++
        },
      }
    },

    /** How often something happened, by labels. */
    counter(name: string, help: string) {
      const series = new Map<string, { labels: Labels; count: number }>()
      describe(name, help, 'counter', () =>
        [...series.values()].map(one => line(name, one.labels, one.count)),
      )
      return {
        add(labels: Labels) {
          const key = Object.values(labels).join('\n')
          const one = series.get(key) ?? { labels, count: 0 }
          series.set(key, one)
          one.count++
        },
      }
    },

    /** Read on each scrape. A value that can't be read is left out, and the others are shown. */
    read(type: 'gauge' | 'counter', name: string, help: string, value: () => Promise<number> | number) {
      describe(name, help, type, async () => {
        try {
          return [line(name, {}, await value())]
        } catch {
          return []
        }
      })
    },

    text: async () => `${(await Promise.all(printers.map(print => print()))).flat().join('\n')}\n`,
  }
}

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

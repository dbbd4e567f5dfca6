import type { Person, TestApp } from './start-test-app.ts'

type Row = { description: string; minutes: number; project_id: number }
export type Written = { id: number; author: Person; date: string; tasks: string; rows: Row[] }

export const text = (minutes: number) =>
  `${Math.floor(minutes / 60)}.${String(minutes % 60).padStart(2, '0')}`

export const sum = (rows: Row[]) => rows.reduce((total, row) => total + row.minutes, 0)

/**
 * Reports of four people on ten days with one to three rows each, for two projects. Tests compute the sums
 * independently of the server.
 */
export async function writeReports({ cast, make }: Pick<TestApp, 'cast' | 'make'>) {
  const { id: website } = await make.project({ name: 'Website' })
  const { id: mobile } = await make.project({ name: 'Mobile app' })
  const written: Written[] = []
  for (const [person, author] of [cast.dina, cast.omar, cast.desi, cast.mark].entries()) {
    for (let day = 1; day <= 10; day++) {
      if ((day + person) % 5 === 0) continue
      const date = `2026-03-${String(day).padStart(2, '0')}`
      const rows = Array.from({ length: 1 + ((day + person) % 3) }, (_, index) => ({
        description: `Work ${day}.${index} of ${author.name}`,
        minutes: 25 + day * 7 + person * 11 + index * 13,
        project_id: (day + index + person) % 2 ? website : mobile,
      }))
      const { id } = await make.report(author, {
        date,
        tasks: `Summary of ${date}`,
        project_id: rows[0]?.project_id ?? 0,
        task_details: rows.map(({ minutes, ...row }) => ({ ...row, hours: text(minutes) })),
      } as never)
      written.push({ id, author, date, tasks: `Summary of ${date}`, rows })
    }
  }
  const onProject = (id: number, who: Person[] = Object.values(cast)) =>
    written
      .filter(report => who.includes(report.author))
      .map(report => ({ ...report, rows: report.rows.filter(row => row.project_id === id) }))
      .filter(report => report.rows.length > 0)
  return { website, mobile, written, onProject }
}

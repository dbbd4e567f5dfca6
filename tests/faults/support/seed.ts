import { addDays } from '#shared/dates.ts'
import { recount } from '../../../server/src/db/recount.ts'
import { dayNumber, type Team } from './team.ts'
import { type Place, withDatabase } from './verify.ts'

const rowsPerReport = 5

/** Inserts many reports into the database directly, for tests that read them. */
export function seedReports(place: Place, team: Team, days: number): Promise<void> {
  return withDatabase(place, async db => {
    for (let day = 0; day < days; day++) {
      const date = dayNumber(5000 + day)
      const created_at = `${date}T17:00:00.000Z`
      const reports = await db
        .insertInto('reports')
        .values(
          team.members.map(member => ({
            user_id: member.id,
            date,
            tasks: `${'Worked on many things. '.repeat(10)}rows=${rowsPerReport}`,
            minutes: 60 * rowsPerReport,
            blockers: null,
            tomorrow_plan: null,
            project_id: team.projects[0] ?? null,
            created_at,
            edited_at: null,
          })),
        )
        .returning('id')
        .execute()
      await db
        .insertInto('report_rows')
        .values(
          reports.flatMap(({ id }) =>
            Array.from({ length: rowsPerReport }, (_, position) => ({
              report_id: id,
              position,
              description: 'A piece of work that took an hour',
              minutes: 60,
              project_id: team.projects[position % team.projects.length] ?? 0,
            })),
          ),
        )
        .execute()
    }
    await recount(db)
  })
}

/** Reports of 690 kB, one a day from 2010 on, as large as earlier versions allowed. */
export function seedLongReports(
  place: Place,
  { userId, projectId, reports }: { userId: number; projectId: number; reports: number },
): Promise<void> {
  const text = '報'.repeat(10_000)
  const description = '報'.repeat(2000)
  return withDatabase(place, async db => {
    await db.transaction().execute(async trx => {
      for (let day = 0; day < reports; day++) {
        const date = addDays('2010-01-01', day)
        const { id } = await trx
          .insertInto('reports')
          .values({
            user_id: userId,
            date,
            tasks: text,
            minutes: 100,
            blockers: text,
            tomorrow_plan: text,
            project_id: projectId,
            created_at: `${date}T17:00:00.000Z`,
            edited_at: null,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        const rows = Array.from({ length: 100 }, (_, position) => ({
          report_id: id,
          position,
          description,
          minutes: 1,
          project_id: projectId,
        }))
        await trx.insertInto('report_rows').values(rows).execute()
      }
    })
    await recount(db)
  })
}

import { sql } from 'kysely'
import { addDays } from '#shared/dates.ts'
import { recount } from '../../src/db/recount.ts'
import type { Db } from '../../src/db/schema.ts'
import { rebuildIndex } from '../../src/features/search/build-index.service.ts'
import { insertTeam } from '../kept-counts.ts'
import { testEngine } from '../test-database.ts'
import { growingTables } from './plans.ts'

const newestDay = '2026-03-09'
const at = `${newestDay}T09:00:00.000Z`
const size = { people: 100, projects: 10 }
const days = 60

/** Fills every table with so many rows that a full table scan is never the better plan. */
export const fillTables = (db: Db) => db.connection().execute(fill)

async function fill(db: Db) {
  const isPostgres = testEngine() !== 'sqlite'
  const team = await insertTeam(db, 'crowd', size)
  const [person, project] = [team.people[0]?.id ?? 0, team.projects[0]?.id ?? 0]
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run('update users set name_key = lower(name)')
  if (isPostgres) {
    // Autovacuum would update the statistics in the middle of the test.
    for (const table of await growingTables(db))
      await run(`alter table ${table} set (autovacuum_enabled = false)`)
    // All references are valid, and checking them row by row would take half of the time.
    await run('set session_replication_role = replica')
  }
  const dayList = Array.from({ length: days }, (_, index) => `('${addDays(newestDay, -index)}')`).join(', ')
  const crowd = `(select id, id - ${person} as nth from users where name like 'Person crowd%') as crowd`
  const projectOf = (nth: string) => `${project} + (${nth}) % ${size.projects}`
  const numbers = (count: number) =>
    `(with recursive numbers as (select 0 as nth union all select nth + 1 from numbers where nth < ${count - 1})
      select nth from numbers) as numbers`

  await run(`insert into reports (user_id, date, tasks, minutes, project_id, created_at, review_state, revision)
    select crowd.id, days.column1, 'Work', 120, ${projectOf('crowd.nth')}, days.column1 || 'T17:00:00.000Z',
      case when days.column1 > '${addDays(newestDay, -3)}' then 'unreviewed'
        when crowd.nth % 67 = 0 then 'needs_changes' else 'reviewed' end,
      2
    from ${crowd}, (values ${dayList}) as days order by days.column1, crowd.id`)
  await run(`insert into report_rows (report_id, position, description, minutes, project_id)
    select reports.id, two.nth, 'Work', 60, ${projectOf(`reports.user_id - ${person} + two.nth`)}
    from reports, (select 0 as nth union all select 1) as two`)
  await run(`insert into report_revisions (report_id, number, saved_at, tasks, minutes, rows)
    select id, 1, created_at, 'Work', 60, '[]' from reports`)
  await run(`insert into comments (report_id, parent_id, level, user_id, comment, created_at)
    select id, null, 1, ${person}, 'Well done', '${at}' from reports`)
  await run(`insert into tasks (title, project_id, assigned_to, assigned_by, expected_tenths, status, created_at)
    select 'Task of ' || days.column1 || ' number ' || crowd.nth, ${projectOf('crowd.nth')}, crowd.id, ${person}, 10,
      case crowd.nth % 3 when 0 then 'pending' when 1 then 'in_progress' else 'completed' end,
      days.column1 || 'T10:00:00.000Z'
    from ${crowd}, (values ${dayList}) as days`)
  // Every third row belongs to a task of its author.
  await run(`update report_rows set task_id = (select tasks.id from tasks join reports
      on reports.user_id = tasks.assigned_to and tasks.created_at = reports.date || 'T10:00:00.000Z'
      where reports.id = report_rows.report_id) where id % 3 = 0`)
  await run(`insert into project_members (project_id, user_id)
    select ${projectOf('crowd.nth + two.nth')}, crowd.id
    from ${crowd}, (select 0 as nth union all select 1) as two`)
  for (const [table, columns, values] of [
    ['project_files', 'file_name, file_size, storage_name', `'a.txt', 1, 'file ' || nth`],
    ['project_urls', 'url_type, url', `'live', 'example.com'`],
  ]) {
    await run(`insert into ${table} (project_id, user_id, created_at, ${columns})
      select ${projectOf('nth')}, ${person}, '${at}', ${values} from ${numbers(200 * size.projects)}`)
  }
  await run(`insert into sign_ins (id, user_id, created_at, expires_at)
    select 'sign-in ' || nth, ${person} + nth % ${size.people}, '${at}', '2099-01-01T00:00:00.000Z' from ${numbers(8000)}`)
  await run(`insert into access_tokens (user_id, name, scope, hash, ending, created_at, expires_at)
    select ${person} + nth % ${size.people}, 'Script', 'read', 'hash ' || nth, 'x7Qa', '${at}', '2099-01-01T00:00:00.000Z'
    from ${numbers(2000)}`)
  await run(`insert into record_entries (at, kind, actor_id, via, address, target_type, target_id, user_id, details)
    select '${newestDay}T08:00:00.' || substr(cast(1000 + nth % 1000 as text), 2) || 'Z',
      case nth % 4 when 0 then 'sign_in.succeeded' when 1 then 'sign_in.ended' when 2 then 'export.made' else 'user.changed' end,
      ${person} + nth % ${size.people}, case nth % 10 when 0 then 'token' else 'session' end, '203.0.113.7', 'user',
      ${person} + nth % ${size.people}, ${person} + nth % ${size.people}, '{}' from ${numbers(30_000)}`)
  await run(`insert into sign_in_challenges (hash, kind, user_id, browser_hash, attempts, expires_at)
    select 'challenge ' || nth, 'second_step', ${person} + nth % ${size.people}, 'browser ' || nth, 0, '2099-01-01T00:00:00.000Z'
    from ${numbers(2000)}`)
  // A busy month of two webhooks.
  await run(`insert into webhooks (name, url, format, events, team_ids, secret, created_at)
    select 'Channel ' || nth, 'https://93.184.215.14/' || nth, 'json', '["report.submitted"]', '[]', 'whsec_AAAA', '${at}'
    from ${numbers(2)}`)
  await run(`insert into webhook_deliveries (webhook_id, event, message_id, request, created_at, tries, status)
    select 1 + nth % 2, 'report.submitted', 'msg ' || nth, '{}', '${at}', 1, 200 from ${numbers(8000)}`)
  await run(`insert into sign_in_failures (address, email, failed_at)
    select 'address ' || nth % 400, 'person-' || nth || '@example.com', '2026-03-10T08:59:00.000Z' from ${numbers(8000)}`)
  // Each person has two weeks of vacation a year, for fifty years.
  await run(`insert into absences (user_id, start_date, end_date, kind, created_at)
    select crowd.id, (1985 + numbers.nth) || '-' || half.month || '-03', (1985 + numbers.nth) || '-' || half.month || '-07',
      'vacation', '${at}'
    from ${crowd}, ${numbers(50)}, (select '03' as month union all select '09') as half`)
  await run(`insert into nudges (user_id, date, created_by, created_at)
    select crowd.id, days.column1, ${person}, '${at}' from ${crowd}, (values ${dayList}) as days`)
  // Every report has a blocker and half of them are open, many more than a team has.
  await run(`insert into blockers (report_id, user_id, project_id, text, text_key, opened_on, created_at, owner_id, resolved_at)
    select id, user_id, project_id, 'Waiting', 'key ' || id, date, created_at,
      case when id % 40 = 0 then ${person} + id % ${size.people} end,
      case when id % 2 = 0 then date || 'T18:00:00.000Z' end
    from reports`)
  await run(`insert into comment_mentions (comment_id, user_id) select id, ${person} from comments`)
  // Each user has about one notification a day, and the latest are unread.
  await run(`insert into notifications (user_id, kind, key, subject, actor_id, comment_id, data, created_at, read_at)
    select reports.user_id, 'comment', 'nudge:' || reports.date, 'report:' || reports.id, ${person}, comments.id,
      '{"report_id":1,"author":' || reports.user_id || ',"date":"' || reports.date || '"}',
      reports.date || 'T18:00:00.000Z',
      case when reports.date < '${addDays(newestDay, -5)}' then reports.date || 'T19:00:00.000Z' end
    from reports join comments on comments.report_id = reports.id`)
  await run(`insert into activity_sources (name, kind, project_id, hook_key, secret, created_at)
    values ('Website', 'github', ${project}, 'key', 'secret', '${at}')`)
  await run(`insert into activity_deliveries (source_id, delivery, received_at)
    select (select id from activity_sources), 'delivery ' || nth, '${at}' from ${numbers(8000)}`)
  await run(
    `insert into activity_names (name_hash, seen_at) select 'hash ' || nth, '${at}' from ${numbers(8000)}`,
  )
  // Each user commits twice a day.
  await run(`insert into activity (user_id, project_id, kind, title, happened_at, activity_key, branch_key)
    select crowd.id, ${project}, 'commit', 'Work', days.column1 || 'T1' || two.nth || ':00:00.000Z',
      'commit ' || days.column1 || two.nth, 'branch'
    from ${crowd}, (values ${dayList}) as days, (select 0 as nth union all select 1) as two`)
  // Each user has a draft for some days.
  await run(`insert into report_drafts (user_id, date, rows, saved_at)
    select crowd.id, days.column1, '[]', days.column1 || 'T18:00:00.000Z'
    from ${crowd}, (values ${dayList}) as days`)
  if (isPostgres) await run('analyze')
  await recount(db)
  await rebuildIndex(db)
  if (isPostgres) {
    await run('set session_replication_role = origin')
    await run('analyze')
    // PostgreSQL plans by its statistics, so these claim a million reports.
    await run(`update pg_class set reltuples = reltuples * ${Math.ceil(1_000_000 / (size.people * days))}
      where relnamespace = 'public'::regnamespace and reltuples > 0`)
  }
  return { person, project, newestDay, oldestDay: addDays(newestDay, 1 - days) }
}

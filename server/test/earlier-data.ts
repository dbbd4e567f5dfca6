import { migrate, migrations } from '../src/db/migrate.ts'
import type { Db } from '../src/db/schema.ts'

type Row = Record<string, string | number | null>

const at = '2026-01-05T09:00:00.000Z'

/**
 * Rows that a team wrote while each migration was the newest one, in the shape its tables had then. Like the migrations
 * these never change; a migration with new tables adds its own rows.
 */
const dataOf: Record<string, Record<string, Row[]>> = {
  '0001-accounts': {
    users: [
      user(1, 'Ada', 'admin'),
      user(2, 'Dina Ünal', 'developer'),
      { ...user(3, 'Gone', 'designer'), deleted_at: at },
    ],
    sign_ins: [{ id: 'sign-in', user_id: 1, created_at: at, expires_at: at }],
    sign_in_failures: [{ address: '127.0.0.1', email: 'eve@example.com', failed_at: at }],
    shared_values: [{ name: 'jwt_secret', value: 'of earlier days' }],
    setup_codes: [{ instance: 'host:3000', code_hash: 'x', created_at: at }],
  },
  '0002-projects': {
    projects: [project(1, 'Alpha'), project(2, 'Straße'), { ...project(3, 'Ended'), deleted_at: at }],
    project_members: [
      { project_id: 1, user_id: 2 },
      { project_id: 2, user_id: 2 },
    ],
  },
  '0003-reports': {
    reports: [
      report(1, 1, '2026-01-05', 90),
      report(2, 2, '2026-01-05', 150),
      report(3, 2, '2026-02-06', 60),
    ],
    report_rows: [row(1, 1, 0, 90, 1), row(2, 2, 0, 90, 1), row(3, 2, 1, 60, 2), row(4, 3, 0, 60, 3)],
    comments: [comment(1, null, 1), comment(2, 1, 2)],
    report_days: [
      { date: '2026-01-05', reports: 2 },
      { date: '2026-02-06', reports: 1 },
    ],
    report_people: [
      { user_id: 1, reports: 1 },
      { user_id: 2, reports: 2 },
    ],
    report_projects: [
      { project_id: 1, report_id: 1, user_id: 1, date: '2026-01-05', minutes: 90, rows: 1 },
      { project_id: 1, report_id: 2, user_id: 2, date: '2026-01-05', minutes: 90, rows: 1 },
      { project_id: 2, report_id: 2, user_id: 2, date: '2026-01-05', minutes: 60, rows: 1 },
      { project_id: 3, report_id: 3, user_id: 2, date: '2026-02-06', minutes: 60, rows: 1 },
    ],
    project_people: [
      { project_id: 1, user_id: 1, minutes: 90, rows: 1, reports: 1 },
      { project_id: 1, user_id: 2, minutes: 90, rows: 1, reports: 1 },
      { project_id: 2, user_id: 2, minutes: 60, rows: 1, reports: 1 },
      { project_id: 3, user_id: 2, minutes: 60, rows: 1, reports: 1 },
    ],
  },
  '0004-project-resources': {
    project_files: [
      {
        id: 1,
        project_id: 1,
        file_name: 'plan.txt',
        file_size: 4,
        storage_name: '11111111-1111-4111-8111-111111111111',
        user_id: 2,
        created_at: at,
        deletion_marked_at: null,
      },
    ],
    project_urls: [
      {
        id: 1,
        project_id: 1,
        url_type: 'docs',
        url: 'https://example.com',
        user_id: 2,
        created_at: at,
        deletion_marked_at: at,
      },
    ],
  },
  '0005-tasks': {
    tasks: [task(1, 'pending', null), task(2, 'completed', at), task(3, 'in_progress', null)],
  },
  '0010-known-devices': {
    known_devices: [{ device_hash: 'device', user_id: 1, used_at: at }],
  },
  '0014-jobs': {
    jobs: [
      { kind: 'backup', key: 'schedule', payload: 'null', due_at: at, attempts: 0, created_at: at },
      {
        kind: 'example',
        key: null,
        payload: '{"user":2}',
        due_at: at,
        attempts: 8,
        last_error: 'no answer',
        failed_at: at,
        created_at: at,
      },
    ],
  },
  '0020-one-time-codes': {
    one_time_codes: [
      { user_id: 2, kind: 'reset', id: 'random', code_hash: 'hash', expires_at: '2026-01-05T10:00:00.000Z' },
    ],
  },
  '0022-settings': {
    organization_settings: [
      {
        id: 1,
        organization_name: 'Ünal & Co.',
        time_zone: 'Europe/Berlin',
        working_days: '[{"from":"","days":[1,2,3,4,5]},{"from":"2026-01-05","days":[1,2,3,4]}]',
        reporting_roles: '["developer"]',
        reminder_time: null,
        summary_time: '08:30',
      },
    ],
    holidays: [{ id: 1, date: '2026-01-06', name: 'Epiphany' }],
  },
  '0024-absences': {
    absences: [
      {
        id: 1,
        user_id: 2,
        start_date: '2026-01-07',
        end_date: '2026-01-09',
        kind: 'sick',
        note: '🤒',
        created_at: at,
      },
    ],
    day_counts: [
      { subject: 5, project_id: 0, day: 20260107, total: 1 },
      { subject: 6, project_id: 0, day: 20260109, total: 1 },
    ],
  },
  '0026-reviews': {
    reports: [
      {
        ...report(4, 1, '2026-02-09', 30),
        review_state: 'needs_changes',
        reviewed_by: 3,
        reviewed_at: at,
        review_comment_id: 3,
        revision: 2,
      },
    ],
    report_rows: [row(5, 4, 0, 30, 2)],
    comments: [{ ...comment(3, null, 1), report_id: 4, user_id: 3 }],
    report_revisions: [
      {
        report_id: 4,
        number: 1,
        saved_at: at,
        tasks: 'Before "it" was\nedited ☕',
        minutes: 45,
        blockers: null,
        tomorrow_plan: null,
        rows: '[{"id":9,"description":"Wörk","minutes":45,"project_id":3}]',
      },
    ],
    report_projects: [{ project_id: 2, report_id: 4, user_id: 1, date: '2026-02-09', minutes: 30, rows: 1 }],
    project_people: [{ project_id: 2, user_id: 1, minutes: 30, rows: 1, reports: 1 }],
    day_counts: [0, 2].map(project_id => ({
      subject: 0,
      project_id,
      day: 20260209,
      total: 1,
      unreviewed: 0,
      needs_changes: 1,
    })),
  },
  '0027-nudges': {
    nudges: [{ user_id: 2, date: '2026-01-05', created_by: 1, created_at: at }],
  },
  '0028-blockers': {
    blockers: [
      blocker(1, null),
      { ...blocker(2, '2026-01-06T09:00:00.000Z'), resolved_by: 1, note: 'Done ☑' },
    ],
    day_counts: [
      { subject: 7, project_id: 0, day: 20260105, total: 1 },
      { subject: 7, project_id: 1, day: 20260105, total: 1 },
      { subject: 8, project_id: 0, day: 20260106, total: 1 },
      { subject: 8, project_id: 1, day: 20260106, total: 1 },
    ],
  },
  '0030-row-tasks': {
    tasks: [
      {
        ...task(4, 'pending', null),
        project_id: 3,
        assigned_to: 1,
        created_at: '2026-02-10T09:00:00.000Z',
        logged_minutes: 45,
      },
    ],
    reports: [report(5, 1, '2026-02-10', 45)],
    report_rows: [{ ...row(6, 5, 0, 45, 3), task_id: 4 }],
    report_projects: [{ project_id: 3, report_id: 5, user_id: 1, date: '2026-02-10', minutes: 45, rows: 1 }],
    project_people: [{ project_id: 3, user_id: 1, minutes: 45, rows: 1, reports: 1 }],
    day_counts: [0, 3].flatMap(project_id =>
      [0, 1, 2].map(subject => ({ subject, project_id, day: 20260210, total: 1 })),
    ),
  },
  '0031-notifications': {
    notifications: [
      {
        id: 1,
        user_id: 2,
        kind: 'comment',
        key: null,
        subject: 'report:2',
        actor_id: 1,
        comment_id: 1,
        data: '{"report_id":2,"author":2,"date":"2026-01-05"}',
        created_at: at,
        read_at: null,
        mail_due_at: at,
      },
      {
        id: 2,
        user_id: 2,
        kind: 'reminder',
        key: 'reminder:2026-01-05',
        subject: 'day:2026-01-05',
        actor_id: null,
        comment_id: null,
        data: '{"date":"2026-01-05"}',
        created_at: at,
        read_at: at,
        mail_due_at: null,
      },
    ],
    comment_mentions: [{ comment_id: 1, user_id: 2 }],
    muted_mails: [{ user_id: 2, kind: 'task_assigned' }],
  },
  '0039-written-bytes': {
    written_bytes: [{ user_id: 2, day: '2026-02-06', bytes: 1234 }],
  },
  '0040-teams': {
    teams: [{ id: 1, name: 'Support', name_key: 'support', description: null, created_at: at }],
    team_members: [{ team_id: 1, user_id: 2 }],
    team_leads: [{ team_id: 1, user_id: 1 }],
  },
  '0043-search': {
    search_progress: [{ type: 'person', version: 0, done: 2, total: 3 }],
  },
  '0044-kept-hours': {
    reports: [
      {
        ...report(6, 3, '2026-02-11', 75),
        created_at: '2026-02-12T08:00:00.000Z',
        time_zone: 'Europe/Berlin',
      },
    ],
    report_rows: [row(7, 6, 0, 75, 1)],
    report_projects: [{ project_id: 1, report_id: 6, user_id: 3, date: '2026-02-11', minutes: 75, rows: 1 }],
    project_people: [{ project_id: 1, user_id: 3, minutes: 75, rows: 1, reports: 1 }],
    report_authors: [{ user_id: 3, reports: 1 }],
    report_months: [{ user_id: 3, month: 202602, days: 1 << 10, late: 1 << 10 }],
    day_counts: [0, 1].map(project_id => ({
      subject: 0,
      project_id,
      day: 20260211,
      total: 1,
      unreviewed: 0,
      needs_changes: 0,
      minutes: 75,
    })),
  },
  '0047-access-tokens': {
    access_tokens: [
      {
        user_id: 2,
        name: 'Script',
        scope: 'write',
        hash: 'of a token',
        ending: 'x7Qa',
        created_at: at,
        expires_at: null,
        last_used_at: at,
        notified_at: null,
      },
    ],
  },
  '0048-webhooks': {
    webhooks: [
      {
        ...{ id: 1, name: 'Channel', url: 'https://example.com/hook', format: 'json', secret: 'whsec_AAAA' },
        ...{ events: '["report.submitted"]', team_ids: '[]', former_secret: null, former_secret_until: null },
        ...{ created_at: at, off_at: null, off_reason: null, failing_since: null },
        ...{ last_tried_at: at, last_status: 200 },
      },
    ],
    webhook_deliveries: [
      {
        ...{ webhook_id: 1, event: 'report.submitted', message_id: 'msg_1', person_id: 2, request: '{}' },
        ...{ created_at: at, tries: 1, tried_at: at, status: 200, duration: 12, answer: 'ok', error: null },
        next_try_at: null,
      },
    ],
  },
  '0051-record': {
    record_entries: [
      {
        ...{ id: 1, at, kind: 'user.role_changed', actor_id: 1, via: 'session', address: '203.0.113.7' },
        ...{ target_type: 'user', target_id: 2, user_id: 2, details: '{"from":"developer","to":"designer"}' },
      },
    ],
  },
  '0050-calendar-feeds': {
    calendar_feeds: [
      { user_id: 2, team_id: null, hash: 'of an own address', created_at: at },
      { user_id: 1, team_id: 1, hash: 'of an address of a team', created_at: at },
    ],
  },
  '0053-second-step': {
    authenticator_apps: [
      { user_id: 2, secret: 'of an app', new_secret: null, last_step: 1, created_at: at, last_used_at: at },
    ],
    passkeys: [
      {
        id: 1,
        user_id: 2,
        name: 'Phöne',
        credential_id: 'of a passkey',
        user_handle: 'handle',
        public_key: 'key',
        counter: 7,
        transports: '["internal"]',
        backed_up: 1,
        created_at: at,
        last_used_at: null,
      },
    ],
    recovery_codes: [{ hash: 'of a code', user_id: 2 }],
    sign_in_challenges: [
      {
        hash: 'of a challenge',
        kind: 'second_step',
        user_id: 2,
        browser_hash: 'x',
        attempts: 1,
        expires_at: at,
      },
    ],
  },
  '0052-identities': {
    identities: [
      {
        user_id: 2,
        issuer: 'https://login.example.com',
        subject: 'dina',
        email: '2@example.com',
        created_at: at,
        last_used_at: at,
      },
    ],
    waiting_sign_ons: [
      { code_hash: 'of a code', user_id: 2, issuer: null, subject: null, email: null, expires_at: at },
    ],
  },
  '0049-activity': {
    activity_sources: [
      {
        id: 1,
        name: 'Wöbsite',
        kind: 'github',
        project_id: 1,
        hook_key: 'key',
        secret: 'of a source',
        created_at: at,
        last_event_at: at,
        unmatched: 3,
      },
    ],
    activity_deliveries: [{ source_id: 1, delivery: 'hash', received_at: at }],
    activity_emails: [{ email: 'dina@home.example', user_id: 2 }],
    activity_logins: [{ kind: 'github', login: 'dina', user_id: 2 }],
    activity: [
      {
        id: 1,
        user_id: 2,
        project_id: 1,
        kind: 'commit',
        title: 'Fix the ☕',
        link: 'https://example.com/1',
        happened_at: at,
        activity_key: 'hash',
        branch_key: 'hash',
      },
    ],
  },
  '0060-activity-claims': {
    activity_names: [{ name_hash: 'hash', seen_at: at, user_id: 2 }],
    activity_claims: [
      { id: 7, user_id: 2, kind: 'email', name: 'waits@home.example', claimed_at: at, code_sent_at: at },
    ],
    activity_code_mails: [{ user_id: 2, day: '2026-03-02', mails: 3 }],
  },
  '0054-report-drafts': {
    report_drafts: [
      {
        ...{ user_id: 2, date: '2026-03-02', tasks: 'Drafted ☕', blockers: null, tomorrow_plan: null },
        rows: '[{"description":"Work","minutes":90,"project_id":1,"task_id":null}]',
        ...{ token_name: 'Assistant', saved_at: at },
      },
    ],
  },
}

/** Migrates an empty database step by step up to this version, with rows written at every step. */
export async function migrateWithRows(db: Db, last: string, look?: (db: Db) => Promise<void>): Promise<void> {
  for (const [index, { name }] of migrations.entries()) {
    await migrate(db, migrations.slice(0, index + 1))
    for (const [table, rows] of Object.entries(dataOf[name] ?? {})) {
      await db
        .insertInto(table as 'users')
        .values(rows as never)
        .execute()
    }
    await look?.(db)
    if (name === last) return
  }
}

function user(id: number, name: string, role: string): Row {
  const email = `${id}@example.com`
  return { id, name, email, role, password_hash: 'x', created_at: at, deleted_at: null }
}

function project(id: number, name: string): Row {
  return { id, name, name_key: name.toLowerCase(), description: null, created_at: at, deleted_at: null }
}

function report(id: number, user_id: number, date: string, minutes: number): Row {
  return {
    id,
    user_id,
    date,
    tasks: 'Line one\n"two"',
    minutes,
    blockers: null,
    tomorrow_plan: '☕',
    project_id: 1,
    created_at: at,
    edited_at: id === 2 ? at : null,
  }
}

function row(id: number, report_id: number, position: number, minutes: number, project_id: number): Row {
  return { id, report_id, position, description: `Work ${id}`, minutes, project_id }
}

function comment(id: number, parent_id: number | null, level: number): Row {
  return { id, report_id: 2, parent_id, level, user_id: 1, comment: 'Well done', created_at: at }
}

function blocker(id: number, resolved_at: string | null): Row {
  return {
    id,
    report_id: 2,
    user_id: 2,
    project_id: 1,
    text: `Waiting for ${id} Ünal`,
    text_key: `key ${id}`,
    opened_on: '2026-01-05',
    created_at: at,
    owner_id: id === 1 ? 1 : null,
    resolved_at,
    resolved_by: null,
    note: null,
  }
}

function task(id: number, status: string, completed_at: string | null): Row {
  return {
    id,
    title: `Task ${id} Überblick`,
    description: null,
    project_id: 1,
    assigned_to: 2,
    assigned_by: 1,
    expected_tenths: 15,
    actual_tenths: completed_at === null ? null : 20,
    completion_note: null,
    status,
    created_at: at,
    completed_at,
  }
}

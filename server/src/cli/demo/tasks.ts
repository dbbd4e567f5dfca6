import type { TaskStatus } from '#shared/contract/tasks.ts'
import { addDays, localDay, noonOf } from '#shared/dates.ts'
import type { Context } from '../../context.ts'
import { createTask, updateTaskStatus } from '../../features/tasks/tasks.service.ts'
import type { SignedIn } from '../../http/plugins/access.ts'

type Place = { id: number; name: string }
type Member = SignedIn & { name: string }

type DemoTask = {
  title: string
  description: string | null
  project: string
  /** First names. */
  by: string
  to: string
  /** Tenths of an hour. */
  expected: number
  daysAgo: number
  status: TaskStatus
  actual?: number
  note?: string
}

/** A task that has been in progress since a day. */
export type TaskAtHand = { task_id: number; title: string; project_id: number; userId: number; since: string }

/**
 * Creates tasks some days ago through the services of the app and changes their status since then. Returns the tasks that
 * are in progress now.
 */
export async function giveOutTasks(
  ctx: Context,
  people: readonly Member[],
  projects: readonly Place[],
): Promise<TaskAtHand[]> {
  const personOf = (firstName: string) => find(people, firstName)
  const atHand: TaskAtHand[] = []
  for (const task of demoTasks) {
    const assigner = personOf(task.by)
    const assignee = personOf(task.to)
    const project_id = find(projects, task.project).id
    const { id } = await createTask(daysAgo(ctx, task.daysAgo, 9), assigner, {
      title: task.title,
      description: task.description,
      project_id,
      assigned_to: assignee.id,
      expected_hours: task.expected,
    })
    if (task.status === 'pending') continue
    const movedAt = daysAgo(ctx, Math.floor(task.daysAgo / 2), 15)
    await updateTaskStatus(movedAt, assignee, id, {
      status: task.status,
      actual_hours: task.actual,
      completion_note: task.note,
    })
    if (task.status === 'in_progress') {
      const since = localDay(movedAt.clock.now())
      atHand.push({ task_id: id, title: task.title, project_id, userId: assignee.id, since })
    }
  }
  return atHand
}

function find<T extends { name: string }>(list: readonly T[], start: string): T {
  const found = list.find(({ name }) => name.startsWith(start))
  if (!found) throw new Error(`The demo has nothing called ${start}`)
  return found
}

/** A context whose clock is at that hour this many days ago, and never later than now. */
function daysAgo(ctx: Context, days: number, hour: number): Context {
  const now = ctx.clock.now()
  const moment = noonOf(addDays(localDay(now), -days))
  moment.setHours(hour)
  return { ...ctx, clock: { now: () => (moment < now ? moment : now) } }
}

const demoTasks: readonly DemoTask[] = [
  {
    title: 'Move invoices to the new number range',
    description:
      'From the first of the month every new invoice takes the new range.\nOld numbers stay as they are and must still be found by search.',
    project: 'Billing',
    by: 'Max',
    to: 'Dina',
    expected: 160,
    daysAgo: 62,
    status: 'completed',
    actual: 185,
    note: 'Search finds both ranges. The export needed a second look, hence the extra hours.',
  },
  {
    title: 'Icons for the six order states',
    description: 'Readable at 16 px and in black and white.',
    project: 'Customer',
    by: 'Priya',
    to: 'Desi',
    expected: 80,
    daysAgo: 58,
    status: 'completed',
    actual: 75,
    note: 'All six are in the component library.',
  },
  {
    title: 'Case study with the port of Rotterdam',
    description: 'Interview is agreed for Tuesday. Two pages and a quote we may use on the site.',
    project: 'Website',
    by: 'Priya',
    to: 'Zanele',
    expected: 120,
    daysAgo: 51,
    status: 'completed',
    actual: 140,
    note: 'Approved by the customer, with one changed sentence.',
  },
  {
    title: 'Keep photos until there is a network again',
    description: 'People in the field lost pictures in tunnels. Keep them on the phone and send them later.',
    project: 'Mobile',
    by: 'Max',
    to: 'Yuki',
    expected: 240,
    daysAgo: 47,
    status: 'completed',
    actual: 262,
    note: 'Tested on the night train to Basel. Nothing lost.',
  },
  {
    title: 'Clean the mailing list',
    description: null,
    project: 'Spring',
    by: 'Priya',
    to: 'Mark',
    expected: 40,
    daysAgo: 44,
    status: 'completed',
    actual: 35,
    note: '1,240 dead addresses removed.',
  },
  {
    title: 'Nightly export on the new scheduler',
    description: 'Same time, same files. Alert the channel when it fails.',
    project: 'Internal',
    by: 'Max',
    to: 'Omar',
    expected: 60,
    daysAgo: 40,
    status: 'completed',
    actual: 60,
  },
  {
    title: 'Start page, second round',
    description: 'Shorter headline, the three numbers above the fold, a calmer picture.',
    project: 'Website',
    by: 'Ada',
    to: 'Tomas',
    expected: 150,
    daysAgo: 36,
    status: 'completed',
    actual: 170,
    note: 'Version B won the vote.',
  },
  {
    title: 'Tests for refunds across months',
    description: 'Also across the change of the year, and with a changed tax rate in between.',
    project: 'Billing',
    by: 'Max',
    to: 'Yuki',
    expected: 100,
    daysAgo: 31,
    status: 'completed',
    actual: 95,
  },
  {
    title: 'Faster start of the app',
    description: 'It takes four seconds on the phones of the field team. Below two would be great.',
    project: 'Mobile',
    by: 'Max',
    to: 'Lena',
    expected: 120,
    daysAgo: 27,
    status: 'completed',
    actual: 112,
    note: '1.2 s now: the map loads when it is needed.',
  },
  {
    title: 'Book booth and screens for the fair',
    description: 'Hall 4 if possible, near the entrance. Power for two screens.',
    project: 'Spring',
    by: 'Priya',
    to: 'Zanele',
    expected: 50,
    daysAgo: 24,
    status: 'completed',
    actual: 42,
    note: 'Hall 4, booth 112.',
  },
  {
    title: 'Permissions for partner accounts',
    description:
      'Partners should see the orders they brought, and nothing else.\nSketch first: https://example.com/partners',
    project: 'Customer',
    by: 'Max',
    to: 'Dina',
    expected: 300,
    daysAgo: 18,
    status: 'in_progress',
  },
  {
    title: 'Prototype of the invoice page',
    description: 'Clickable, with real numbers, for the review on Thursday.',
    project: 'Customer',
    by: 'Priya',
    to: 'Desi',
    expected: 90,
    daysAgo: 15,
    status: 'in_progress',
  },
  {
    title: 'Map that works with one hand',
    description: 'Buttons within reach of a thumb, also with gloves.',
    project: 'Mobile',
    by: 'Max',
    to: 'Tomas',
    expected: 110,
    daysAgo: 13,
    status: 'in_progress',
  },
  {
    title: 'Three subject lines for the newsletter',
    description: 'To be tested on a tenth of the list each.',
    project: 'Spring',
    by: 'Priya',
    to: 'Mark',
    expected: 20,
    daysAgo: 11,
    status: 'in_progress',
  },
  {
    title: 'Find the cause of the duplicate emails',
    description: 'Eleven customers got their confirmation twice last week.',
    project: 'Internal',
    by: 'Ada',
    to: 'Omar',
    expected: 80,
    daysAgo: 9,
    status: 'in_progress',
  },
  {
    title: 'Import that continues where it stopped',
    description: null,
    project: 'Mobile',
    by: 'Max',
    to: 'Lena',
    expected: 180,
    daysAgo: 8,
    status: 'in_progress',
  },
  {
    title: 'Plan the on-call rota for May',
    description: 'Nobody twice in a row, and nobody during the fair.',
    project: 'Internal',
    by: 'Ada',
    to: 'Max',
    expected: 15,
    daysAgo: 7,
    status: 'in_progress',
  },
  {
    title: 'Date picker on the order form',
    description: 'The old one cannot be used by keyboard.',
    project: 'Customer',
    by: 'Max',
    to: 'Omar',
    expected: 60,
    daysAgo: 6,
    status: 'pending',
  },
  {
    title: 'Print style for delivery notes',
    description: 'One page, black and white, the address where the window of the envelope is.',
    project: 'Customer',
    by: 'Priya',
    to: 'Desi',
    expected: 45,
    daysAgo: 5,
    status: 'pending',
  },
  {
    title: 'Compare the new engine with last month’s spreadsheet',
    description: 'To the cent. Every difference is either a bug or a note for the accountants.',
    project: 'Billing',
    by: 'Max',
    to: 'Dina',
    expected: 120,
    daysAgo: 4,
    status: 'pending',
  },
  {
    title: 'Product pages: proofreading',
    description: null,
    project: 'Website',
    by: 'Priya',
    to: 'Mark',
    expected: 60,
    daysAgo: 4,
    status: 'pending',
  },
  {
    title: 'Landing page for partners',
    description: 'Text is ready, pictures are in the project’s files.',
    project: 'Spring',
    by: 'Priya',
    to: 'Zanele',
    expected: 100,
    daysAgo: 3,
    status: 'pending',
  },
  {
    title: 'Upgrade the database driver',
    description: 'Watch it for an hour afterwards.',
    project: 'Internal',
    by: 'Max',
    to: 'Yuki',
    expected: 30,
    daysAgo: 2,
    status: 'pending',
  },
  {
    title: 'Empty states for lists and search',
    description: 'A friendly word and the next step, in both themes.',
    project: 'Website',
    by: 'Ada',
    to: 'Tomas',
    expected: 70,
    daysAgo: 1,
    status: 'pending',
  },
  {
    title: 'Time-out with more than 200 orders',
    description: 'Reported by two customers. The list loads everything at once.',
    project: 'Customer',
    by: 'Max',
    to: 'Dina',
    expected: 80,
    daysAgo: 0,
    status: 'pending',
  },
]

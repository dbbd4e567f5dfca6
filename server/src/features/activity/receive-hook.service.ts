import type { IncomingHttpHeaders } from 'node:http'
import type { SourceKind } from '#shared/contract/activity.ts'
import type { Context } from '../../context.ts'
import { lockRow, lockRows } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { isTooNested } from '../../http/json-shape.ts'
import { refuse } from '../../http/refusals.ts'
import { isOutgoingPaused } from '../../jobs/outgoing-pause.ts'
import { runInNextTick } from '../../lib/map-in-chunks.ts'
import { countEvent, findSourceByKey, findUsersWithActivity, insertDelivery } from './activity.queries.ts'
import { storeActivity } from './activity.service.ts'
import { findHolders, findOwners } from './activity-claims.queries.ts'
import { rememberNames } from './activity-claims.service.ts'
import { type ActivityName, keyOf, nameOfEmail, readNames } from './activity-names.ts'
import { type GitEvent, type GitPerson, limitCommits, readGitEvents } from './git-events.ts'
import { deliveryKeys, isSignedBy } from './signatures.ts'

type Delivery = { headers: IncomingHttpHeaders; body: Buffer }

/** Handles what a Git server sends. An unknown address is refused like a wrong signature. */
export async function receiveHook(ctx: Context, key: string, delivery: Delivery): Promise<void> {
  const source = await requireSource(ctx.db, key)
  if (!isSignedBy(source, delivery)) throw refuse('hook_refused')
  // A restored copy of the database must not collect what belongs to the original.
  if (await isOutgoingPaused(ctx.db)) return
  const { headers } = delivery
  const eventName = headers['x-gitea-event'] ?? headers['x-github-event']
  // A large delivery takes a while in each step, and other requests run in between.
  const payload = await runInNextTick(async () => limitCommits(parse(delivery)))
  const events = await runInNextTick(async () => readGitEvents(source.kind, eventName?.toString(), payload))
  await rememberNames(ctx, await runInNextTick(async () => readNames(source.kind, payload)))
  const now = ctx.clock.now().toISOString()
  await groupCommit(ctx.db, async trx => {
    await lockRow(trx, 'activity_sources', source.id)
    const current = await requireSource(trx, key)
    if (!(await insertDelivery(trx, { sourceId: source.id, keys: deliveryKeys(delivery), now }))) return
    const unmatched = await store(ctx, trx, current, events)
    await countEvent(trx, source.id, { now, unmatched })
  })
}

/** Addresses are random. Unknown ones are refused before the body is read, so that only Git servers can send large ones. */
export async function requireSource(db: Db, key: string) {
  const source = await findSourceByKey(db, key)
  if (!source) throw refuse('hook_refused')
  return source
}

/** GitHub can also send the JSON as the field `payload` of a form. */
function parse({ headers, body }: Delivery): unknown {
  const text = body.toString('utf8')
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  const json = isForm ? (new URLSearchParams(text).get('payload') ?? '') : text
  if (isTooNested(json)) throw refuse('invalid_json')
  try {
    return JSON.parse(json)
  } catch {
    throw refuse('invalid_json')
  }
}

/** Returns how many events belong to people whom no account names. */
async function store(
  ctx: Context,
  trx: Trx,
  source: { kind: SourceKind; project_id: number },
  events: readonly GitEvent[],
): Promise<number> {
  if (events.length === 0) return 0
  const findUser = await peopleFinder(
    trx,
    source.kind,
    events.flatMap(({ people }) => people),
  )
  const matched = events.map(event => ({
    event,
    ids: new Set(event.people.flatMap(person => findUser(person) ?? [])),
  }))
  const ids = [...new Set(matched.flatMap(each => [...each.ids]))]
  if (ids.length > 0) await lockRows(trx, 'users', ids)
  for (const user of await findUsersWithActivity(trx, ids)) {
    const own = matched.filter(each => each.ids.has(user.id))
    await storeActivity(
      ctx,
      trx,
      user,
      own.map(({ event }) => ({ ...event, project_id: source.project_id })),
    )
  }
  return matched.filter(each => each.ids.size === 0).length
}

async function peopleFinder(trx: Trx, kind: SourceKind, people: readonly GitPerson[]) {
  const emails = [...new Set(people.flatMap(person => person.emails))]
  const logins = [...new Set(people.flatMap(({ login }) => login ?? []))]
  const owners = new Map((await findOwners(trx, emails)).map(({ id, email }) => [email, id]))
  const names = [...emails.map(nameOfEmail), ...logins.map(name => ({ kind, name }))]
  const holders = await findHolders(trx, names)
  const holderOf = (name: ActivityName) => holders.get(keyOf(name))
  return ({ emails: own, login }: GitPerson): number | undefined => {
    for (const email of own) {
      const name = nameOfEmail(email)
      // An account's own e-mail counts more than one that another account lists, unless it only stands for a login.
      const id =
        name.kind === 'email' ? (owners.get(email) ?? holderOf(name)) : (holderOf(name) ?? owners.get(email))
      if (id !== undefined) return id
    }
    return login === undefined ? undefined : holderOf({ kind, name: login })
  }
}

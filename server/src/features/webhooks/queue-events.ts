import { isSentAs, webhookKinds } from '#shared/contract/webhooks.ts'
import type { Trx } from '../../db/schema.ts'
import type { Event, Listener } from '../../events/event.ts'
import { queueJobs } from '../../jobs/job.ts'
import { forgetPerson } from './deliveries.queries.ts'
import { generateMessageId } from './signing.ts'
import { type EventPayload, webhookEventJob } from './webhook-event.job.ts'
import { kinds, type Subject } from './webhook-kinds.ts'
import {
  findListening,
  findTeamIdsOf,
  findWebhookIds,
  type Listening,
  parseKinds,
  parseTeams,
} from './webhooks.queries.ts'

/** Jobs per statement. */
const batchSize = 200

/**
 * Queues an event for the webhooks that want it, in the transaction of the event. It must hear of a deleted user before the
 * teams do, because it asks for the teams of that user.
 */
export const webhooksListener: Listener = async ({ clock }, trx, event) => {
  if (event.kind === 'user.erased') return forgetEverywhere(trx, event.userId)
  const topics = topicsOf(event)
  if (topics.length === 0) return
  const webhooks = await findListening(trx)
  if (webhooks.length === 0) return
  const teamsOf = rememberTeams(trx)
  const at = clock.now().toISOString()
  const jobs: { payload: EventPayload; key: string }[] = []
  for (const { kind, subject } of topics) {
    const ids: number[] = []
    for (const webhook of webhooks)
      if (parseKinds(webhook).includes(kind) && isSentAs(webhook.format, kind))
        if (await isAbout(webhook, subject, teamsOf)) ids.push(webhook.id)
    const message = generateMessageId()
    if (ids.length > 0)
      jobs.push({
        payload: { event: kind, subject, at, message, webhooks: ids },
        // A summary is announced to several groups of reviewers, in one transaction.
        key: kind === 'summary.ready' ? `${subject.date} ${at}` : message,
      })
  }
  for (let from = 0; from < jobs.length; from += batchSize)
    await queueJobs({ db: trx, clock }, webhookEventJob, jobs.slice(from, from + batchSize))
}

const topicsOf = (event: Event) =>
  webhookKinds.flatMap(kind => kinds[kind].subjects(event).map(subject => ({ kind, subject })))

type TeamsOf = (userId: number) => Promise<number[]>

/** What is about no single user goes to the webhooks of all teams, each with its own people. */
async function isAbout(webhook: Listening, { person }: Subject, teamsOf: TeamsOf): Promise<boolean> {
  const teams = parseTeams(webhook)
  if (teams.length === 0 || person === null) return true
  const own = await teamsOf(person)
  return teams.some(id => own.includes(id))
}

function rememberTeams(trx: Trx): TeamsOf {
  const known = new Map<number, Promise<number[]>>()
  return userId => {
    const teams = known.get(userId) ?? findTeamIdsOf(trx, userId)
    known.set(userId, teams)
    return teams
  }
}

async function forgetEverywhere(trx: Trx, userId: number): Promise<void> {
  for (const id of await findWebhookIds(trx)) await forgetPerson(trx, id, userId)
}

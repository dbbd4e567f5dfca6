import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { bodyId, boundedList, emailField, pageQuery, requiredText } from './fields.ts'
import { paginationReply } from './replies.ts'

/** Each kind of Git server with its name, in the order of the select. */
export const sourceKinds = { github: 'GitHub', gitlab: 'GitLab', gitea: 'Gitea' } as const
export type SourceKind = keyof typeof sourceKinds
const kindField = z.enum(Object.keys(sourceKinds) as [SourceKind, ...SourceKind[]], {
  error: messages.activity.kindUnknown,
})

/** What a user did: what Git servers tell, or an item of a program. */
export const activityKinds = ['commit', 'request', 'issue', 'item'] as const
export type ActivityKind = (typeof activityKinds)[number]

const nameField = requiredText('Name', messages.activity.nameRequired, limits.activitySourceNameMax)
const projectField = bodyId(messages.activity.projectRequired)

export const activitySourceInput = z.object({ name: nameField, kind: kindField, project_id: projectField })
export type ActivitySourceInput = z.output<typeof activitySourceInput>

/** An absent field doesn't change. The kind can't change, because the address was pasted into a server of that kind. */
export const activitySourceEditInput = z.object({
  name: z.optional(nameField),
  project_id: z.optional(projectField),
})
export type ActivitySourceEditInput = z.output<typeof activitySourceEditInput>

export const activitySourcesQuery = z.object(pageQuery())
export type ActivitySourcesQuery = z.output<typeof activitySourcesQuery>

export const activitySourceReply = z.object({
  id: z.number(),
  name: z.string(),
  kind: kindField,
  project_id: z.number(),
  /** Where the Git server sends its events. */
  address: z.string(),
  created_at: z.string(),
  /** When the Git server last sent anything with the right secret. */
  last_event_at: z.nullable(z.string()),
  /** Commits, requests and issues of people whom no account names. */
  unmatched: z.number(),
})
export type ActivitySource = z.infer<typeof activitySourceReply>

export const activitySourcePageReply = z.object({
  data: z.array(activitySourceReply),
  pagination: paginationReply,
})
export type ActivitySourcePage = z.infer<typeof activitySourcePageReply>

/** The only answer that has the secret. */
export const newActivitySourceReply = z.extend(activitySourceReply, { secret: z.string() })
export type NewActivitySource = z.infer<typeof newActivitySourceReply>

/** The web address of a commit or the like. Other schemes, such as `javascript:`, are refused. */
export const isWebUrl = (url: string) => webUrl.test(url)
// Without a flag, because patterns of the API description have none.
const webUrl = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s/?#]\S*$/

/** What a program says that its user did. */
const activityItem = z.object({
  /** Only its first line is kept. */
  title: requiredText('Title', messages.activity.titleRequired, limits.rowDescriptionMax),
  url: requiredText('URL', messages.activity.urlRequired, limits.urlMax).check(
    z.regex(webUrl, { error: messages.activity.urlInvalid }),
  ),
  at: z.iso.datetime({ offset: true, error: messages.activity.atInvalid }),
  /** Sending an item with the same id again changes nothing. */
  external_id: requiredText(
    'external_id',
    messages.activity.externalIdRequired,
    limits.activityExternalIdMax,
  ),
  project_id: z.nullish(projectField),
})
export type ActivityItem = z.output<typeof activityItem>

export const activityInput = z.object({
  items: boundedList(activityItem, {
    min: 1,
    max: limits.activityItemsMax,
    tooMany: messages.activity.tooManyItems,
    invalid: messages.activity.itemsRequired,
  }),
})
export type ActivityInput = z.output<typeof activityInput>

/** `skipped`: stored before, too old, over the limit of a day, or of a user who has turned it off. */
export const activityStoredReply = z.object({ created: z.number(), skipped: z.number() })
export type ActivityStored = z.infer<typeof activityStoredReply>

/** E-mails of a user that Git servers know, besides that of the account. Each counts once. */
export const activityEmailsField = z.pipe(
  boundedList(emailField, {
    max: limits.activityEmailsMax,
    tooMany: messages.activity.tooManyEmails,
    invalid: messages.activity.emailsInvalid,
  }),
  z.transform((emails: string[]) => [...new Set(emails)]),
)

const loginField = requiredText('Login', messages.activity.loginRequired, limits.activityLoginMax).check(
  z.toLowerCase(),
  z.regex(/^[^\s@/]+$/, { error: messages.activity.loginInvalid }),
)
export const activityLoginInput = z.object({ kind: kindField, login: loginField })
export const activityLoginReply = z.object({ kind: kindField, login: z.string() })
export type ActivityLogin = z.infer<typeof activityLoginReply>

/** The names of a user on Git servers, without case. Each counts once. */
export const activityLoginsField = z.pipe(
  boundedList(activityLoginInput, {
    max: limits.activityLoginsMax,
    tooMany: messages.activity.tooManyLogins,
    invalid: messages.activity.loginsInvalid,
  }),
  z.transform((logins: ActivityLogin[]) => [
    ...new Map(logins.map(each => [`${each.kind} ${each.login}`, each])).values(),
  ]),
)

/** What a claim is about: an e-mail, or a login on a kind of Git server. */
export const claimKinds = ['email', ...(Object.keys(sourceKinds) as SourceKind[])] as const
export type ClaimKind = (typeof claimKinds)[number]

const claim = {
  id: z.number(),
  kind: z.enum(claimKinds),
  /** The e-mail or the login. */
  name: z.string(),
  claimed_at: z.string(),
}

/** An e-mail or login that the signed-in user lists and that doesn't count until it is confirmed. */
export const ownClaimReply = z.object({
  ...claim,
  /** When the code was mailed that confirms it; null for logins, and if the server sends no mail. */
  code_sent_at: z.nullable(z.string()),
})
export type OwnClaim = z.infer<typeof ownClaimReply>

/** An e-mail or login that a reviewer can confirm. */
export const waitingClaimReply = z.object({ ...claim, user_id: z.number(), user_name: z.string() })
export type WaitingClaim = z.infer<typeof waitingClaimReply>

export const waitingClaimsQuery = z.object(pageQuery())
export type WaitingClaimsQuery = z.output<typeof waitingClaimsQuery>

/** The oldest first. */
export const waitingClaimPageReply = z.object({
  data: z.array(waitingClaimReply),
  pagination: paginationReply,
})
export type WaitingClaimPage = z.infer<typeof waitingClaimPageReply>

/** Capital letters, and spaces and hyphens or none, are the same code. */
export const claimCodeInput = z.object({
  code: requiredText('Code', messages.activity.codeRequired, limits.activityCodeMax),
})
export type ClaimCodeInput = z.output<typeof claimCodeInput>

/** What a Git server sends. Each kind has its own fields. */
export const gitEventInput = z.looseObject({})

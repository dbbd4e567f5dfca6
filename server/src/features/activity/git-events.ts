import * as z from 'zod/mini'
import { type ActivityKind, isWebUrl, type SourceKind } from '#shared/contract/activity.ts'
import { emailKey } from '#shared/contract/fields.ts'
import { limits } from '#shared/limits.ts'
import { linesOf } from '#shared/lines.ts'

/** The author of a commit or request, or the assignee of an issue, as far as the event says who it is. */
export type GitPerson = { emails: string[]; login?: string | undefined }

export type GitEvent = {
  kind: ActivityKind
  /** Differs between all commits, requests and issues. */
  id: string
  title: string
  link: string | null
  /** Undefined if the event doesn't say when it happened. */
  happened_at: string | undefined
  /** The branch of a commit or request, with its repository. */
  branch: string | null
  people: GitPerson[]
}

/**
 * What people did, of the events that GitHub, GitLab and Gitea send: pushes, merged requests and closed issues. All other
 * events, and those of an unknown shape, have nothing.
 */
export function readGitEvents(
  source: SourceKind,
  eventName: string | undefined,
  payload: unknown,
): GitEvent[] {
  const events = source === 'gitlab' ? readGitLab(payload) : readGitHub(eventName, payload)
  return events.filter(({ people, title }) => people.length > 0 && title !== '')
}

/** A delivery with at most `limits.hookEventsMax` commits, so that no delivery makes much more work than others. */
export function limitCommits(payload: unknown): unknown {
  const { data } = z.looseObject({ commits: z.array(z.unknown()) }).safeParse(payload)
  return data ? { ...data, commits: data.commits.slice(0, limits.hookEventsMax) } : payload
}

const text = z.nullish(z.string())
const user = z.object({
  id: z.nullish(z.number()),
  name: text,
  email: text,
  login: text,
  username: text,
  type: text,
})
type User = z.infer<typeof user>

const commit = z.object({
  id: z.string(),
  message: z.string(),
  timestamp: text,
  url: text,
  distinct: z.nullish(z.boolean()),
  parents: z.nullish(z.array(z.unknown())),
  author: z.nullish(user),
})

const repository = z.nullish(z.object({ html_url: text }))

// GitHub and Gitea send the same fields.

const push = z.object({ ref: z.string(), repository, commits: z.array(z.unknown()) })

const pullRequest = z.object({
  action: z.literal('closed'),
  pull_request: z.object({
    merged: z.literal(true),
    merged_at: text,
    number: z.number(),
    title: z.string(),
    html_url: text,
    user: z.nullish(user),
    head: z.nullish(z.object({ ref: text, repo: repository })),
  }),
  repository,
})

const closedIssue = z.object({
  action: z.literal('closed'),
  issue: z.object({
    number: z.number(),
    title: z.string(),
    html_url: text,
    closed_at: text,
    assignee: z.nullish(user),
    assignees: z.nullish(z.array(user)),
  }),
  repository,
})

function readGitHub(eventName: string | undefined, payload: unknown): GitEvent[] {
  if (eventName === 'push') {
    const { data } = push.safeParse(payload)
    return data ? commitsOf(data.ref, data.repository?.html_url, data.commits) : []
  }
  if (eventName === 'pull_request') {
    const { data } = pullRequest.safeParse(payload)
    if (!data) return []
    const { number, title, html_url, merged_at, user, head } = data.pull_request
    return [
      {
        kind: 'request',
        id: idOf(data.repository?.html_url, number, html_url),
        title: firstLine(title),
        link: webUrl(html_url),
        happened_at: instantOf(merged_at),
        branch: branchOf(head?.repo?.html_url ?? data.repository?.html_url, head?.ref),
        people: peopleOf([user]),
      },
    ]
  }
  if (eventName === 'issues') {
    const { data } = closedIssue.safeParse(payload)
    if (!data) return []
    const { number, title, html_url, closed_at, assignee, assignees } = data.issue
    return [
      {
        kind: 'issue',
        id: idOf(data.repository?.html_url, number, html_url),
        title: firstLine(title),
        link: webUrl(html_url),
        happened_at: instantOf(closed_at),
        branch: null,
        people: peopleOf(assignees?.length ? assignees : [assignee]),
      },
    ]
  }
  return []
}

const project = z.nullish(z.object({ web_url: text }))

const gitLabPush = z.object({
  object_kind: z.literal('push'),
  ref: z.string(),
  project,
  commits: z.array(z.unknown()),
})

const mergeRequest = z.object({
  object_kind: z.literal('merge_request'),
  /** Who merged it. */
  user: z.nullish(user),
  project,
  object_attributes: z.object({
    action: z.literal('merge'),
    iid: z.number(),
    title: z.string(),
    url: text,
    author_id: z.nullish(z.number()),
    merged_at: text,
    updated_at: text,
    source_branch: text,
    source: project,
    last_commit: z.nullish(z.object({ author: z.nullish(user) })),
  }),
  assignee: z.nullish(user),
  assignees: z.nullish(z.array(user)),
  reviewers: z.nullish(z.array(user)),
})

const gitLabIssue = z.object({
  object_kind: z.literal('issue'),
  project,
  object_attributes: z.object({
    action: z.literal('close'),
    iid: z.number(),
    title: z.string(),
    url: text,
    closed_at: text,
    updated_at: text,
  }),
  /** Earlier versions name only one. */
  assignee: z.nullish(user),
  assignees: z.nullish(z.array(user)),
})

function readGitLab(payload: unknown): GitEvent[] {
  const pushed = gitLabPush.safeParse(payload).data
  if (pushed) return commitsOf(pushed.ref, pushed.project?.web_url, pushed.commits)
  const merged = mergeRequest.safeParse(payload).data
  if (merged) {
    const { iid, title, url, merged_at, updated_at, source, source_branch } = merged.object_attributes
    return [
      {
        kind: 'request',
        id: idOf(merged.project?.web_url, iid, url),
        title: firstLine(title),
        link: webUrl(url),
        happened_at: instantOf(merged_at ?? updated_at),
        branch: branchOf(source?.web_url ?? merged.project?.web_url, source_branch),
        people: authorOf(merged),
      },
    ]
  }
  const closed = gitLabIssue.safeParse(payload).data
  if (!closed) return []
  const { iid, title, url, closed_at, updated_at } = closed.object_attributes
  return [
    {
      kind: 'issue',
      id: idOf(closed.project?.web_url, iid, url),
      title: firstLine(title),
      link: webUrl(url),
      happened_at: instantOf(closed_at ?? updated_at),
      branch: null,
      people: peopleOf(closed.assignees?.length ? closed.assignees : [closed.assignee]),
    },
  ]
}

/**
 * GitLab names the author of a merge request only by an id. If none of the people that the event describes has it, the
 * author of the last commit is the best guess. It hides the e-mails of people, but not those of their commits.
 */
function authorOf({ user, assignee, assignees, reviewers, object_attributes }: z.infer<typeof mergeRequest>) {
  const { author_id, last_commit } = object_attributes
  const described = [user, assignee, ...(assignees ?? []), ...(reviewers ?? [])]
  const author = described.find(one => one?.id != null && one.id === author_id)
  const ofCommit = last_commit?.author
  if (!author) return peopleOf([ofCommit])
  const isSame = author.name != null && author.name === ofCommit?.name
  const [{ emails } = { emails: [] }] = isSame ? peopleOf([ofCommit]) : []
  return peopleOf([author]).map(person => ({ ...person, emails: [...person.emails, ...emails] }))
}

function commitsOf(
  ref: string,
  repositoryUrl: string | null | undefined,
  commits: readonly unknown[],
): GitEvent[] {
  const [, branch] = /^refs\/heads\/(.+)$/s.exec(ref) ?? []
  if (branch === undefined) return []
  // One of an unknown shape doesn't lose the others of its push.
  return commits
    .flatMap(each => commit.safeParse(each).data ?? [])
    .filter(each => each.distinct !== false && !isMerge(each))
    .map(({ id, message, timestamp, url, author }) => ({
      kind: 'commit',
      id,
      title: firstLine(message),
      link: webUrl(url),
      happened_at: instantOf(timestamp),
      branch: branchOf(repositoryUrl, branch),
      people: peopleOf([author]),
    }))
}

/** Requests and issues are numbered by repository. An event that doesn't name its repository has a link of its own. */
const idOf = (repositoryUrl: string | null | undefined, number: number, link: string | null | undefined) =>
  `${repositoryUrl ?? link} ${number}`

const isMerge = ({ parents, message }: z.infer<typeof commit>) =>
  parents ? parents.length > 1 : message.startsWith('Merge ')

const branchOf = (repositoryUrl: string | null | undefined, branch: string | null | undefined) =>
  branch ? `${repositoryUrl} ${branch}` : null

/** Without bots, and without people whom the event doesn't identify. */
function peopleOf(users: readonly (User | null | undefined)[]): GitPerson[] {
  return users.slice(0, limits.hookPeopleMax).flatMap(one => {
    if (!one || isBot(one)) return []
    const email = emailKey(one.email ?? '')
    // GitLab sends "[REDACTED]" for e-mails that it hides.
    const emails = email.includes('@') ? [email] : []
    const login = (one.login ?? one.username)?.trim().toLowerCase() || undefined
    return emails.length > 0 || login ? [{ emails, login }] : []
  })
}

/** `dependabot[bot]` of GitHub, `project_12_bot_1a2b` of GitLab, and accounts such as `renovate-bot`. */
const botLogin = /\[bot\]$|(^|[-_])bot(_[0-9a-f]+)?$/i

const isBot = ({ type, login, username, name, email }: User) =>
  type === 'Bot' ||
  [login, username].some(each => each != null && botLogin.test(each)) ||
  [name, email].some(each => each != null && /\[bot\](@|$)/i.test(each))

/** At most `limits.activityTitleMax` characters of the first line. PostgreSQL can't store U+0000. */
export function firstLine(message: string): string {
  const [line = ''] = linesOf(message.replaceAll('\u0000', '').trimStart())
  return [...line.slice(0, 2 * limits.activityTitleMax)].slice(0, limits.activityTitleMax).join('').trim()
}

const webUrl = (url: string | null | undefined) =>
  url && url.length <= limits.urlMax && !url.includes('\u0000') && isWebUrl(url) ? url : null

function instantOf(time: string | null | undefined): string | undefined {
  const milliseconds = Date.parse(time ?? '')
  return Number.isNaN(milliseconds) ? undefined : (time ?? undefined)
}

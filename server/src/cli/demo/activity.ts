import { createHmac } from 'node:crypto'
import type { Context } from '../../context.ts'
import { createSource } from '../../features/activity/activity-sources.service.ts'
import { receiveHook } from '../../features/activity/receive-hook.service.ts'
import type { SignedIn } from '../../http/plugins/access.ts'

const website = 'https://git.example.com/northwind/portal'

/** Commits of today, by author and branch. The last one is of a person without an account. */
const commits = [
  { by: 'Dina', branch: 'invoice-filter', message: 'Filter invoices by year' },
  { by: 'Dina', branch: 'invoice-filter', message: 'Keep the filter in the URL' },
  { by: 'Dina', branch: 'invoice-filter', message: 'Test the filter of invoices' },
  { by: 'Dina', branch: 'slow-orders', message: 'Load the orders in one query' },
  { by: 'Omar', branch: 'sign-in-mails', message: 'Mail a link to sign in' },
  { by: undefined, branch: 'translations', message: 'Translate the order page' },
]

type People = { person: (name: string) => { email: string }; admin: SignedIn; projectId: number }

/** A Git server that has sent what people pushed today. */
export async function pushCommits(ctx: Context, { person, admin, projectId }: People): Promise<void> {
  const input = { name: 'Customer Portal on Gitea', kind: 'gitea' as const, project_id: projectId }
  const { address, secret } = await createSource(ctx, admin, input, 'https://reports.example.com')
  const timestamp = ctx.clock.now().toISOString()
  for (const [branch, pushed] of Map.groupBy(commits, each => each.branch)) {
    const body = Buffer.from(
      JSON.stringify({
        ref: `refs/heads/${branch}`,
        repository: { html_url: website },
        commits: pushed.map(({ by, message }, index) => ({
          id: `${branch} ${index}`,
          message,
          timestamp,
          url: `${website}/commits/branch/${branch}`,
          author: { name: by, email: by ? person(by).email : 'translator@agency.example' },
        })),
      }),
    )
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    await receiveHook(ctx, address.split('/').at(-1) ?? '', {
      headers: { 'x-gitea-event': 'push', 'x-gitea-signature': signature },
      body,
    })
  }
}

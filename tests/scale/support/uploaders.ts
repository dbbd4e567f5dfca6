import { randomBytes } from 'node:crypto'
import type { Team } from '../../faults/support/team.ts'
import { hashOf, upload } from '../../faults/support/uploads.ts'

export type Stored = { id: number; hash: string }

/** Some users upload unique files continuously and read confirmed ones back. */
export function startUploaders(url: string, team: Team, size: number) {
  const stored: Stored[] = []
  const counts = { uploads: 0, downloads: 0, failed: 0, busy: 0, wrong: 0 }
  let isStopped = false

  async function work(token: string, index: number) {
    for (let turn = 0; !isStopped; turn++) {
      // Most files are small, and some are large enough for a multipart upload to the store.
      const content = randomBytes(turn % 5 === 4 ? 6 * 1024 * 1024 : 20_000 + turn)
      const project = team.projects[turn % team.projects.length] ?? 0
      const answer = await upload({ url, token, project, name: `${index}-${turn}.bin`, content })
      counts.uploads++
      if (answer?.status !== 201) {
        counts[answer?.status === 503 ? 'busy' : 'failed']++
        continue
      }
      const file = { id: JSON.parse(answer.text).id, hash: hashOf(content) }
      stored.push(file)
      counts.downloads++
      const verdict = await isWhole(url, file, token)
      if (verdict !== 'whole') counts[verdict]++
    }
  }

  const done = Promise.all(team.members.slice(0, size).map(({ token }, index) => work(token, index)))
  return {
    stored,
    counts,
    async stop() {
      isStopped = true
      await done
    },
  }
}

/** `failed` if the connection or its instance ended, so there is no content to compare. */
export async function isWhole(
  url: string,
  { id, hash }: Stored,
  token: string,
): Promise<'whole' | 'wrong' | 'busy' | 'failed'> {
  try {
    const reply = await fetch(`${url}/api/files/${id}/download`, {
      method: 'POST',
      headers: { 'x-auth-token': token },
    })
    const content = Buffer.from(await reply.arrayBuffer())
    if (reply.status === 502) return 'failed'
    if (reply.status === 503) return 'busy'
    return reply.status === 200 && hashOf(content) === hash ? 'whole' : 'wrong'
  } catch {
    return 'failed'
  }
}

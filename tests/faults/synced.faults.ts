import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { startApp, temporaryFolder } from './support/app-process.ts'
import { count, figure } from './support/form.ts'
import { makeTeam } from './support/team.ts'
import { upload } from './support/uploads.ts'
import { createWriters, emptyLedger } from './support/writers.ts'

const calls = 'trace=pwrite64,fsync,fdatasync,rename,renameat,renameat2,write,writev,sendmsg,sendto'

test('every confirmed write is synced to the log before its response is sent', async () => {
  const dataDir = temporaryFolder()
  const trace = join(temporaryFolder(), 'trace')
  const writes = count({ short: 100, long: 1000 })
  // With -D the started process is the server itself. The length of -s is enough for an escaped database page.
  const under = ['strace', '-D', '-f', '-y', '-s', '5000', '-e', calls, '-o', trace]
  const app = await startApp({ dataDir, under })
  const team = await makeTeam(app, 16, { dataDir })
  const ledger = emptyLedger()
  const running = createWriters(team, ledger).run(app)
  await expect.poll(() => ledger.confirmed, { timeout: 600_000 }).toBeGreaterThanOrEqual(writes)
  await running.stop()
  const stored = await upload({
    url: app.url,
    token: team.adminToken,
    project: team.projects[0] ?? 0,
    name: 'traced.bin',
    content: Buffer.alloc(200_000, 7),
  })
  expect(stored?.status).toBe(201)
  expect((await app.kill('SIGTERM')).code).toBe(0)

  const { answered, syncedBefore, uploadSteps } = await readTrace(trace, ledger.texts)
  expect(ledger.texts.filter(text => !answered.has(text))).toEqual([])
  expect(ledger.texts.filter(text => !syncedBefore.has(text))).toEqual([])
  expect(uploadSteps).toEqual([
    'file synced',
    'moved in',
    'folder synced',
    'row in the log',
    'log synced',
    'answered',
  ])
  figure('synced before answered, SQLite', {
    'confirmed writes': ledger.texts.length,
    'with the log synced before the answer': syncedBefore.size,
  })
})

/**
 * Follows each text through the trace: into the write-ahead log, then a completed sync of the log, then out in a
 * response.
 */
async function readTrace(file: string, texts: string[]) {
  const inLog = new Set<string>()
  const synced = new Set<string>()
  const answered = new Set<string>()
  const syncedBefore = new Set<string>()
  const uploadSteps: string[] = []
  const waiting = new Map<string, string>()
  const wanted = new Set(texts)
  const step = (name: string) => {
    if (uploadSteps.at(-1) !== name && !uploadSteps.includes(name)) uploadSteps.push(name)
  }
  const handleSynced = (path: string) => {
    if (path.includes('/files/incoming/')) step('file synced')
    else if (path.endsWith('/files')) step('folder synced')
    if (!path.endsWith('.db-wal')) return
    if (uploadSteps.includes('row in the log')) step('log synced')
    for (const text of inLog) synced.add(text)
    inLog.clear()
  }

  for await (const line of createInterface({ input: createReadStream(file, 'latin1') })) {
    const [, process = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    const [, path = ''] = /^f(?:data)?sync\(\d+<([^>]*)>/.exec(rest) ?? []
    if (path && rest.endsWith('<unfinished ...>')) waiting.set(process, path)
    else if (path && rest.endsWith('= 0')) handleSynced(path)
    else if (/^<\.\.\. f(data)?sync resumed>.*= 0$/.test(rest)) {
      handleSynced(waiting.get(process) ?? '')
    } else if (rest.startsWith('rename') && rest.includes('/files/incoming/')) step('moved in')
    else if (/^pwrite64\(\d+<[^>]*\.db-wal>/.test(rest)) {
      for (const text of textsIn(rest)) if (!synced.has(text)) inLog.add(text)
      if (rest.includes('traced.bin')) step('row in the log')
    } else if (
      /^(write|writev|sendmsg|sendto)\(\d+<(socket|TCP)/.test(rest) &&
      rest.includes('HTTP/1.1 20')
    ) {
      for (const text of textsIn(rest)) {
        if (answered.has(text)) continue
        answered.add(text)
        if (synced.has(text)) syncedBefore.add(text)
      }
      if (rest.includes('traced.bin')) step('answered')
    }
  }
  return { answered, syncedBefore, uploadSteps }

  function textsIn(data: string): string[] {
    const found = data.match(/writer=\d+ (?:(?:day|edit)=\d+ rows=\d+|turn=\d+\.)/g) ?? []
    // In a page another digit may follow the text, so the longest text that was sent is searched for.
    return found.map(text => {
      let name = text
      while (name !== '' && !wanted.has(name)) name = name.slice(0, -1)
      return name
    })
  }
}

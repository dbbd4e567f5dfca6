import type { ReportValues } from '../report-values.ts'

/** A report that was submitted offline and waits on this device. One for each person and day. */
export type WaitingReport = {
  user_id: number
  date: string
  /** As the form held them, checked. */
  values: ReportValues
  /** The names of its projects by id: what it is about can be shown offline too. */
  projects: Record<string, string>
  /** Reports are sent in this order. */
  saved_at: string
  /** Why the server did not take it; null: it was not sent yet. */
  problem: Problem | null
}

export type Problem =
  /** There is another report for this day. */
  | { kind: 'conflict' }
  /** What the server said about it. */
  | { kind: 'refused'; sentence: string }

/** Where they are kept; tests bring their own. */
export type WaitingDb = {
  listOf(userId: number): Promise<WaitingReport[]>
  get(userId: number, date: string): Promise<WaitingReport | undefined>
  /** False: this person has one for this day already. */
  add(report: WaitingReport): Promise<boolean>
  put(report: WaitingReport): Promise<void>
  remove(userId: number, date: string): Promise<void>
}

const reports = 'waiting-reports'

let opening: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  const reopen = () => {
    opening = undefined
  }
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open('daily-report-app', 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore(reports, { keyPath: ['user_id', 'date'] })
    asked.onerror = () => reject(asked.error)
    asked.onsuccess = () => {
      const db = asked.result
      // A newer version of the app in another tab, or cleared site data: the next call opens it again.
      db.onversionchange = () => {
        db.close()
        reopen()
      }
      db.onclose = reopen
      resolve(db)
    }
  })
  opening.catch(reopen)
  return opening
}

async function run<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const db = await open()
  return new Promise((resolve, reject) => {
    // Strict: on the disk before the user is told that it is saved, whatever happens to the browser then.
    const transaction = db.transaction(reports, mode, { durability: 'strict' })
    const asked = ask(transaction.objectStore(reports))
    transaction.oncomplete = () => resolve(asked.result)
    transaction.onabort = () => reject(transaction.error)
  })
}

export const waitingDb: WaitingDb = {
  async listOf(userId) {
    const own = await run('readonly', store => store.getAll(IDBKeyRange.bound([userId], [userId, []])))
    return (own as WaitingReport[]).sort((a, b) => a.saved_at.localeCompare(b.saved_at))
  },
  get: (userId, date) => run('readonly', store => store.get([userId, date])),
  add: report =>
    run('readwrite', store => store.add(report)).then(
      () => true,
      error => {
        if (error?.name === 'ConstraintError') return false
        throw error
      },
    ),
  async put(report) {
    await run('readwrite', store => store.put(report))
  },
  async remove(userId, date) {
    await run('readwrite', store => store.delete([userId, date]))
  },
}

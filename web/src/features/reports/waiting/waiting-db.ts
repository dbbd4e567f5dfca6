import type { ReportValues } from '../report-values.ts'

/** A report that was submitted offline and waits on this device to be sent. There is one for each user and day. */
export type WaitingReport = {
  user_id: number
  date: string
  /** The validated values of the form. */
  values: ReportValues
  /** The names of its projects by id, to show the report offline. */
  projects: Record<string, string>
  /** Reports are sent in this order. */
  saved_at: string
  /** Why the server refused it, or null if it was not sent yet. */
  problem: Problem | null
}

export type Problem =
  /** The server has another report for this day. */
  | { kind: 'conflict' }
  /** The server refused the report with this message. */
  | { kind: 'refused'; sentence: string }

/** The store of the waiting reports. Tests use one in memory. */
export type WaitingDb = {
  list(userId: number): Promise<WaitingReport[]>
  get(userId: number, date: string): Promise<WaitingReport | undefined>
  /** Returns false if the user already has a waiting report for this day. */
  add(report: WaitingReport): Promise<boolean>
  put(report: WaitingReport): Promise<void>
  remove(userId: number, date: string): Promise<void>
}

const storeName = 'waiting-reports'

let opening: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  const reset = () => {
    opening = undefined
  }
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('daily-report-app', 1)
    request.onupgradeneeded = () =>
      request.result.createObjectStore(storeName, { keyPath: ['user_id', 'date'] })
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const db = request.result
      // A newer version of the app in another tab, or clearing site data, closes the database. The next call reopens it.
      db.onversionchange = () => {
        db.close()
        reset()
      }
      db.onclose = reset
      resolve(db)
    }
  })
  opening.catch(reset)
  return opening
}

async function run<Result>(
  mode: IDBTransactionMode,
  send: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const db = await open()
  return new Promise((resolve, reject) => {
    // Strict durability: the report is on the disk before the app says that it is saved, even if the browser crashes then.
    const transaction = db.transaction(storeName, mode, { durability: 'strict' })
    const request = send(transaction.objectStore(storeName))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error)
  })
}

export const waitingDb: WaitingDb = {
  async list(userId) {
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

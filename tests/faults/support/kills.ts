import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { messages } from '#shared/messages.ts'
import { type AppProcess, StartError, startApp } from './app-process.ts'
import { expectWithin, figure, percentile } from './form.ts'
import { makeTeam } from './team.ts'
import { expectNothingLostOrTorn, type Place } from './verify.ts'
import { createWriters, emptyLedger, isRetryLater } from './writers.ts'

const writers = 16
/** Each database gets only this many kills, so that checking every row after every kill stays fast. */
const killsPerDatabase = 100
/** After every tenth kill the following start is killed too. */
const killedStartEvery = 10

/** Kills the server at random moments while users write, and checks all data after each kill. */
export async function killRepeatedly(
  suite: string,
  kills: number,
  newPlace: () => Promise<Place & { env: Record<string, string> }>,
) {
  const startTimes: number[] = []
  const ownStartTimes: number[] = []
  let confirmed = 0
  let killedStarts = 0
  let turnedAway = 0
  for (let killed = 0; killed < kills; ) {
    const place = await newPlace()
    const ledger = emptyLedger()
    let app = await startApp(place)
    const team = await makeTeam(app, writers, place)
    const { run } = createWriters(team, ledger)
    const until = Math.min(kills, killed + killsPerDatabase)
    for (; killed < until; killed++) {
      const running = run(app)
      await untilRandomMoment(ledger)
      expect(await app.kill()).toEqual({ code: null, signal: 'SIGKILL' })
      await running.done
      if (killed % killedStartEvery === 0) {
        await killWhileStarting(place)
        killedStarts++
      }
      app = await startApp(place)
      startTimes.push(app.startMs)
      ownStartTimes.push(app.ownStartMs)
      await expectNothingLostOrTorn(place, ledger)
      expect([...ledger.refused.keys()].filter(text => !isExpected(text))).toEqual([])
      turnedAway += [...ledger.refused].reduce(
        (sum, [text, times]) => sum + (isRetryLater(text) ? times : 0),
        0,
      )
      ledger.refused.clear()
      if ((killed + 1) % 10 === 0) printFigures(suite, killed + 1, confirmed + ledger.confirmed)
    }
    confirmed += ledger.confirmed
    await app.kill('SIGTERM')
  }
  printFigures(suite, kills, confirmed)
  expect(confirmed).toBeGreaterThanOrEqual(kills)
  expect(turnedAway).toBeLessThan(confirmed / 4)
  expectWithin(Math.max(...ownStartTimes), 3000, 'serving again')

  function printFigures(suite: string, kills: number, confirmed: number) {
    figure(suite, {
      kills,
      'starts killed as well': killedStarts,
      'confirmed writes': confirmed,
      'told to come back': turnedAway,
      lost: 0,
      torn: 0,
      'serving again p50 ms': percentile(startTimes, 50),
      'p99 ms': percentile(startTimes, 99),
      'longest ms': percentile(startTimes, 100),
      'of its own time p50 ms': percentile(ownStartTimes, 50),
      'p99 of that ms': percentile(ownStartTimes, 99),
      'longest of that ms': percentile(ownStartTimes, 100),
    })
  }
}

const isExpected = (text: string) => text.includes(messages.reports.alreadySubmitted) || isRetryLater(text)

/** Waits for a random number of writes, so that slow and fast machines kill after the same work, and then a moment. */
async function untilRandomMoment(ledger: { confirmed: number }) {
  const wanted = ledger.confirmed + 1 + Math.floor(Math.random() * 40)
  const from = performance.now()
  while (ledger.confirmed < wanted) {
    await sleep(1)
    if (performance.now() - from > 300_000) throw new Error('Writing takes too long.')
  }
  await sleep(Math.random() * 30)
}

async function killWhileStarting(place: Place & { env: Record<string, string> }) {
  const attempt: Promise<AppProcess | StartError> = startApp({
    ...place,
    onSpawn: child => setTimeout(() => child.kill('SIGKILL'), Math.random() * 800),
  }).catch(error => {
    if (error instanceof StartError || (error as NodeJS.ErrnoException).code) return error
    throw error
  })
  const app = await attempt
  if ('ended' in app) await app.ended
}

import { addDays } from '#shared/dates.ts'
import type { Role } from '#shared/roles.ts'
import { indexPerson } from '../index-person.ts'
import type { Person, TestApp } from '../start-test-app.ts'
import { mergeCases } from './all-cases.ts'
import type { Kind, Tools } from './cases.ts'

const kinds = mergeCases(({ ids }) => ids)

/** The kind of thing that the id in a path names, if there is one. */
export function kindIn(path: string): Kind | undefined {
  const [, before] = /([\w-]+)\/:\w+/.exec(path) ?? []
  if (before === undefined) return undefined
  const kind = kinds[before]
  if (!kind)
    throw new Error(`${path}: say in the feature's *.cases.ts what ${before} are, and how one is made`)
  return kind
}

/** Creates things of every kind with an owner. */
export function createThings({ as, call, cast, clock, ctx, db, newToken }: TestApp) {
  let counter = 0
  const unknownPassword = once(() => ctx.passwords.hash(crypto.randomUUID()))
  const daysUsed = new Map<number, number>()

  function freeDay({ id }: { id: number }): string {
    const used = (daysUsed.get(id) ?? 0) + 1
    daysUsed.set(id, used)
    return addDays(clock.now().toISOString().slice(0, 10), -used)
  }

  /** A new user. All of them share one hash of an unknown password, because hashing is slow. */
  async function newPerson(role: Role = 'developer'): Promise<Person> {
    const name = `Member ${++counter}`
    const email = `member-${counter}@example.com`
    const { id } = await db
      .insertInto('users')
      .values({
        name,
        email,
        role,
        password_hash: await unknownPassword(),
        created_at: clock.now().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await indexPerson(db, id)
    return { id, name, email, role, password: '' }
  }

  function make(kind: Kind, owner: Person): Promise<number> {
    const maker = makers[kind]
    if (!maker) throw new Error(`No *.cases.ts says how to make a ${kind}`)
    return maker(owner)
  }

  const tools: Tools = {
    call,
    cast,
    clock,
    db,
    newToken,
    nowAs: async person => as({ token: await newToken(person) }),
    keeper: once(() => newPerson('admin')),
    newPerson,
    freeDay,
    unique: () => ++counter,
    make,
  }
  const makers = mergeCases(cases => cases.makers?.(tools))

  return { kinds: Object.keys(makers), make, newPerson, freeDay }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

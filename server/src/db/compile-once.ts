import { type Compilable, type CompiledQuery, SelectQueryNode } from 'kysely'
import type { Db } from './schema.ts'
import { shortReads } from './shared-reads.ts'

// Kysely takes 45 µs of CPU time to build and compile a lookup that SQLite answers in 15. Queries that every request
// runs are therefore built once for each shape of their values (which of them are there, how long each list is) and run
// again with other values.

/** Takes the place of a value while a query is built. Computing with it throws. */
class Placeholder {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }

  [Symbol.toPrimitive](): never {
    throw new Error('A query that is compiled once must not compute with its values.')
  }
}

/**
 * Compiles a query once for each shape of its values. `build` may only ask whether a value is there and how long a list
 * is. Values can be texts, numbers, and lists and plain objects of them.
 */
export function compileOnce<Values extends unknown[], Row>(
  build: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  // Each engine has its own queries, because the same query compiles to different SQL.
  const compiled = new WeakMap<object, Map<string, CompiledQuery<Row>>>()
  return async (db, ...values) => {
    const executor = db.getExecutor()
    let byShape = compiled.get(executor.adapter)
    if (!byShape) {
      byShape = new Map()
      compiled.set(executor.adapter, byShape)
    }
    const flat: unknown[] = []
    const shape = flatten(values, flat)
    let query = byShape.get(shape)
    if (!query) {
      const counter = { next: 0 }
      query = build(db, ...(values.map(value => toPlaceholders(value, counter)) as Values)).compile()
      byShape.set(shape, query)
      if (SelectQueryNode.is(query.query)) shortReads.add(query.query)
    }
    const parameters = query.parameters.map(each => (each instanceof Placeholder ? flat[each.index] : each))
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}

/** Like `compileOnce`, for a query that finds one row or none. */
export function compileOnceForOne<Values extends unknown[], Row>(
  build: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<Row | undefined> {
  const find = compileOnce(build)
  return (db, ...values) => find(db, ...values).then(first)
}

const first = <Row>(rows: Row[]) => rows[0]

/** Appends the single values to `flat` in order and returns their shape. */
function flatten(value: unknown, flat: unknown[]): string {
  if (value === undefined) return '-'
  if (value === null) return '0'
  if (typeof value !== 'object') {
    flat.push(value)
    return '.'
  }
  let shape = Array.isArray(value) ? '[' : '{'
  if (Array.isArray(value)) for (const each of value) shape += flatten(each, flat)
  else for (const name in value) shape += `${name}${flatten((value as Record<string, unknown>)[name], flat)}`
  return `${shape}]`
}

/** Visits the values in the same order as `flatten`, so that each placeholder gets the number of its value. */
function toPlaceholders(value: unknown, counter: { next: number }): unknown {
  if (value === undefined || value === null) return value
  if (typeof value !== 'object') return new Placeholder(counter.next++)
  if (Array.isArray(value)) return value.map(each => toPlaceholders(each, counter))
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, toPlaceholders(each, counter)]),
  )
}

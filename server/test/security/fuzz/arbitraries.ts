import fc from 'fast-check'
import type { z } from 'zod/mini'
import { anyText } from '../../any-text.ts'

// Values made from the contract's schemas: valid ones, boundary values and sometimes invalid ones.

type Check = { _zod: { def: { check: string; maximum?: number; pattern?: RegExp } } }
type Def = {
  type: string
  shape?: Record<string, z.ZodMiniType>
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  options?: z.ZodMiniType[]
  entries?: Record<string, string>
  in?: z.ZodMiniType
  out?: z.ZodMiniType
  checks?: Check[]
}

/** Low ids, because most of them exist. */
export const anId = fc.integer({ min: 1, max: 12 })

const days = fc.oneof(
  fc.constantFrom(
    '2026-03-10',
    '2026-03-09',
    '2026-03-08',
    '2026-03-11',
    '2026-02-28',
    '0001-01-01',
    '9999-12-31',
  ),
  fc.integer({ min: 1, max: 28 }).map(day => `2026-01-${String(day).padStart(2, '0')}`),
)
const hours = fc.oneof(
  fc.constantFrom(1, '1.30', '0.01', '24', '24.00', '23.59', '1.75', 0.45, '.5', '7.', '+1'),
  fc.integer({ min: 1, max: 23 }),
)
const emails = fc.oneof(
  fc.integer({ min: 0, max: 60 }).map(number => `fuzz-${number}@example.com`),
  fc.constantFrom('ada@example.com', 'DINA@EXAMPLE.COM', ' omar@example.com '),
)

/** Values that often break programs. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e21,
    -1e-7,
    2 ** 31,
    2 ** 53,
    2 ** 63,
    Number.MAX_VALUE,
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '\ufeff',
    '\u202e',
    "'; drop table users; --",
    '" or ""="',
    '%',
    '_',
    '\\',
    '%00',
    '../../../../etc/passwd',
    '#{7*7}{{7*7}}',
    '<img src=x onerror=alert(1)>',
    '1e3',
    '0x10',
    '٣',
    '-0',
    'NaN',
    'Infinity',
    '9'.repeat(400),
    'x'.repeat(10_001),
    '😀'.repeat(3000),
    [],
    {},
    [[]],
    [null],
    { length: -1 },
    { toString: 'x' },
    { $gt: '' },
    JSON.parse('{"then":"x"}'),
    { hasOwnProperty: 1 },
    '2026-02-30',
    '2026-13-01',
    '+010000-01-01',
    '0000-00-00',
    deep(300),
  ),
  fc.jsonValue({ maxDepth: 3 }),
  anyText,
  fc.double(),
  fc.bigInt().map(String),
)

function deep(levels: number): unknown {
  let value: unknown = 'bottom'
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value }
  return value
}

const often = <T>(fitting: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 25, arbitrary: fitting as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: hostile })

/** Values for a schema; `name` is the name of the field and tells what its text means. */
export function arbitraryOf(schema: z.ZodMiniType, name = ''): fc.Arbitrary<unknown> {
  const def = schema._zod.def as unknown as Def
  switch (def.type) {
    case 'object':
      return often(record(def.shape ?? {}))
    case 'optional':
    case 'default':
      return fc.option(inner(def.innerType, name), { nil: undefined, freq: 2 })
    case 'nullable':
      return fc.option(inner(def.innerType, name), { nil: null, freq: 5 })
    case 'array':
      return often(fc.array(inner(def.element, name), { maxLength: 3 }))
    case 'union':
      return fc.oneof(...(def.options ?? []).map(option => arbitraryOf(option, name)))
    case 'enum':
      return often(fc.constantFrom(...Object.values(def.entries ?? {})))
    case 'pipe':
      // The input of a transform can be anything, so its output schema decides.
      return inner(def.in?._zod.def.type === 'transform' ? def.out : def.in, name)
    case 'number':
      return often(/hours/.test(name) ? fc.constantFrom(0.1, 1, 2.5, 9999.9) : anId)
    case 'string':
      return often(text(def.checks ?? [], name))
    default:
      return often(name === 'hours' ? hours : hostile)
  }
}

/** Objects that are mostly complete and sometimes lack fields. */
function record(shape: Record<string, z.ZodMiniType>): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(shape).map(([key, field]) => [key, arbitraryOf(field, key)]),
  )
  return fc.oneof(
    { weight: 6, arbitrary: fc.record(fields) },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
  )
}

const inner = (schema: z.ZodMiniType | undefined, name: string) =>
  schema ? arbitraryOf(schema, name) : hostile

function text(checks: Check[], name: string): fc.Arbitrary<string> {
  if (/date/i.test(name)) return days
  if (name === 'email') return emails
  if (name === 'hours') return hours.map(String)
  if (/password/.test(name)) return fc.constantFrom('a-password', 'x'.repeat(1024), '  spaces  ')
  const [pattern] = checks.flatMap(check => check._zod.def.pattern ?? [])
  if (pattern?.test('12')) return fc.oneof(anId.map(String), fc.constantFrom('100', '999999999999999'))
  const max = checks.flatMap(check => check._zod.def.maximum ?? []).at(-1) ?? 200
  return fc.oneof(
    { weight: 8, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(max, 40) }) },
    { weight: 2, arbitrary: fc.lorem({ maxCount: 5 }).map(words => words.slice(0, max)) },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(max), 'x'.repeat(max + 1), ` ${'y'.repeat(max)} `) },
  )
}

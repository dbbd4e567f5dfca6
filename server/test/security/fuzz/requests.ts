import fc from 'fast-check'
import { anyText } from '../../any-text.ts'
import type { LiveRoute } from '../../live-routes.ts'
import { boundary, multipart } from '../../multipart.ts'
import { anId, arbitraryOf, hostile } from './arbitraries.ts'

/** A request as plain data, so that a printed one can be sent again. */
export type FuzzRequest = {
  method: string
  url: string
  who: string
  headers: Record<string, string>
  /** Base64, because bodies need not be text. */
  body?: string
}

const people = 'ada ada ada max max max dina dina omar omar desi mark nobody stranger'.split(' ')

/** Calls that hash take a hundred times as long as others, so they get a fixed share. */
const isCostly = ({ name }: LiveRoute) => /login|register|password/.test(name)

export function fuzzRequests(routes: LiveRoute[]): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(...routes.map(route => ({ weight: isCostly(route) ? 1 : 6, arbitrary: requestTo(route) })))
}

function requestTo(route: LiveRoute): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      id: fc.oneof({ weight: 10, arbitrary: anId.map(String) }, { weight: 1, arbitrary: oddSegment }),
      query: queryOf(route),
      who: fc.constantFrom(...people),
      content: contentOf(route),
      odd: fc.oneof(
        { weight: 15, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: oddHeaders },
      ) as fc.Arbitrary<Record<string, string>>,
    })
    .map(({ id, query, who, content, odd }) => {
      const { body, headers } = content
      return {
        method: route.method,
        url: route.url.replace(/:\w+/, () => id) + (query ? `?${query}` : ''),
        who,
        headers: { ...headers, ...odd },
        ...(body && body.length > 0 && { body: body.toString('base64') }),
      }
    })
}

const oddSegment = fc.oneof(
  fc.constantFrom(
    '0',
    '-1',
    '01',
    '1.0',
    '1e3',
    '%31',
    '%00',
    '%20',
    '..',
    '%2e%2e%2fetc',
    '%2F',
    '9007199254740993',
    '9'.repeat(40),
    '9'.repeat(5000),
    'null',
    'me',
    'admin',
    '%F0%9F%98%80',
    '%ff',
    '%',
    "1'",
    '1;x=1',
    '*',
    ':id',
    '__proto__',
    'constructor',
  ),
  anyText.map(text => encodeURIComponent(text.slice(0, 20).toWellFormed())),
)

const oddHeaders = fc.constantFrom<Record<string, string>>(
  { accept: 'text/html' },
  { 'accept-encoding': 'gzip, br;q=0.5, *;q=0' },
  { 'accept-encoding': 'nonsense' },
  { range: 'bytes=0-0' },
  { range: 'bytes=5-1' },
  { range: 'bytes=-9999999999' },
  { range: 'bytes=0-1,3-4' },
  { 'if-none-match': '*' },
  { 'if-modified-since': 'yesterday' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-for': "127.0.0.1, ::1, '" },
  { origin: 'null' },
  { host: '' },
  { expect: '100-continue' },
  { 'content-length': '-1' },
  { 'content-encoding': 'gzip' },
  { 'accept-version': '2.x' },
)

/** A query of the route's parameters, sometimes repeated or with unknown parameters. */
function queryOf({ schema, method }: LiveRoute): fc.Arbitrary<string> {
  const own = schema.querystring ? arbitraryOf(schema.querystring) : fc.constant({})
  const usual = fc
    .tuple(
      own,
      fc.constantFrom('', '', '', '', 'page=2', 'x=1&x=2', '__proto__=1', 'a[b]=c', '%zz=1', '%00', '&&=='),
    )
    .map(([values, extra]) => [search(values), extra].filter(part => part !== '').join('&'))
  return method === 'GET' || method === 'HEAD'
    ? usual
    : fc.oneof({ weight: 9, arbitrary: fc.constant('') }, usual)
}

function search(values: unknown): string {
  if (typeof values !== 'object' || values === null) return encodeURIComponent(wellFormed(values))
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) => `${encodeURIComponent(wellFormed(name))}=${encodeURIComponent(wellFormed(value))}`,
    )
    .join('&')
}

/** A lone surrogate can't be written in a URL. */
const wellFormed = (value: unknown) =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed().slice(0, 2000)

type Content = { body?: Buffer; headers: Record<string, string> }
const json = (text: string | Buffer): Content => ({
  body: Buffer.from(text),
  headers: { 'content-type': 'application/json' },
})

function contentOf(route: LiveRoute): fc.Arbitrary<Content> {
  if (route.method === 'GET' || route.method === 'HEAD') return fc.constant({ headers: {} })
  if (route.config.isUpload) return fc.oneof({ weight: 4, arbitrary: uploads }, spoiled(fc.constant({})))
  if (route.config.tokenInForm)
    return fc.constantFrom<Content>(
      { headers: {} },
      {
        body: Buffer.from('token=x&preview=true'),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      json('{}'),
    )
  const schema = route.schema.body ?? route.config.bodies?.[0]
  const values = schema ? arbitraryOf(schema) : fc.constantFrom({}, undefined)
  return fc.oneof(
    { weight: 12, arbitrary: values.map(value => json(JSON.stringify(value) ?? '')) },
    { weight: 1, arbitrary: spoiled(values) },
  )
}

/** Invalid JSON that is almost valid. */
function spoiled(values: fc.Arbitrary<unknown>): fc.Arbitrary<Content> {
  return fc
    .tuple(
      values,
      fc.nat(200),
      fc.constantFrom('cut', 'twice', 'type', 'bytes', 'proto', 'huge', 'random'),
      hostile,
    )
    .map(([value, at, how, other]) => {
      const text = JSON.stringify(value) ?? ''
      switch (how) {
        case 'cut':
          return json(text.slice(0, at))
        case 'twice':
          return json(
            text.replace(/^\{/, `{"id":1,"role":"admin","name":${JSON.stringify(other) ?? 'null'},`),
          )
        case 'type':
          return { body: Buffer.from(text), headers: { 'content-type': 'text/plain' } }
        case 'bytes':
          return json(
            Buffer.concat([
              Buffer.from(text.slice(0, at)),
              Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0]),
            ]),
          )
        case 'proto':
          return json(text.replace(/^\{/, '{"__proto__":{"role":"admin"},'))
        case 'huge':
          return json(at === 0 ? `"${'x'.repeat(1_100_000)}"` : `[${'['.repeat(at)}${']'.repeat(at)}]`)
        default:
          return json(JSON.stringify(other) ?? '')
      }
    })
}

const uploads: fc.Arbitrary<Content> = fc
  .tuple(
    fc.oneof(
      fc.constantFrom('a.txt', 'a.html', 'a.svg', '..\\..\\a', 'a\u0000.txt', '.', 'x'.repeat(400), ''),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
    ),
    fc.constantFrom('projectFile', 'projectFile', 'projectFile', 'other', '__proto__'),
    fc.string({ maxLength: 100 }),
    fc.constantFrom('whole', 'whole', 'whole', 'cut', 'no boundary', 'wrong boundary', 'two files'),
  )
  .map(([filename, name, content, how]) => {
    const file = { name, filename: filename.replace(/["\r\n]/g, ''), content }
    const body = multipart(how === 'two files' ? [file, file] : [file])
    const type = how === 'no boundary' ? '' : `; boundary=${how === 'wrong boundary' ? 'other' : boundary}`
    return {
      body: how === 'cut' ? body.subarray(0, body.length >> 1) : body,
      headers: { 'content-type': `multipart/form-data${type}` },
    }
  })

/** Stack traces, SQL and paths of the server, which no response may contain. */
export const internals =
  /\bat \S+ \(|\.[tj]s:\d|node_modules|node:internal|sqlite|postgres|kysely|constraint|relation "|syntax error|select .+ from|insert into|update .+ set |ENOENT|EACCES|ECONN|\/tmp\/|\/home\/|\/usr\/|undefined is not|cannot read prop/i

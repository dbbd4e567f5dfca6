import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseTimeZone } from './time-zone.ts'

const parse = (value: string) => parseTimeZone(value, () => 'Asia/Tokyo')

const folder = mkdtempSync(join(tmpdir(), 'daily-report-zone-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(['Europe/Berlin', 'UTC', 'utc', 'EST5EDT'])('%s is a zone name', name => {
  expect(parse(name)).toBe(name)
  expect(parse(`:${name}`)).toBe(name)
})

test('/etc/localtime is the zone of the system', () => {
  expect(parse('/etc/localtime')).toBe('Asia/Tokyo')
  expect(parse(':/etc/localtime')).toBe('Asia/Tokyo')
})

test('the path of a zone file gives its name, also through a link', () => {
  const zones = join(folder, 'zoneinfo/Asia')
  mkdirSync(zones, { recursive: true })
  writeFileSync(join(zones, 'Kolkata'), '')
  symlinkSync(join(zones, 'Kolkata'), join(folder, 'ours'))
  expect(parse(join(zones, 'Kolkata'))).toBe('Asia/Kolkata')
  expect(parse(`:${join(folder, 'ours')}`)).toBe('Asia/Kolkata')
})

test.each([
  'Mars/Phobos',
  'CEST',
  'UTC+2',
  'CET-1CEST',
  '+02:00',
  ':',
  '/nowhere/zoneinfo/UTC',
  '/etc/passwd',
])('%s is invalid', value => expect(parse(value)).toBeUndefined())

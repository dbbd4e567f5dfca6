import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrations } from './migrate.ts'

const root = join(import.meta.dirname, '../../..')
const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))

const firstRelease = '1.0.0'
const newestOfFirstRelease = '0056-shares-of-months'

/** Comparable as text: each part in a fixed width. */
const comparable = (version: string) =>
  version
    .split('.')
    .map(part => part.padStart(6, '0'))
    .join('.')
const isHigher = (version: string, than: string) => comparable(version) > comparable(than)

const last = migrations.findIndex(({ name }) => name === newestOfFirstRelease)
const ofFirstRelease = migrations.slice(0, last + 1)
const later = migrations.slice(last + 1)
const versions = [firstRelease, ...later.map(({ version = '' }) => version)]

test('the migrations of the first release are the list that it had', () => {
  expect(ofFirstRelease).toHaveLength(46)
  expect(ofFirstRelease.filter(({ version }) => version !== undefined)).toEqual([])
  expect(ofFirstRelease.map(({ name }) => name)).toEqual(ofFirstRelease.map(({ name }) => name).sort())
})

test('each later migration raises the version: it stands at the end of the list, with a higher minor version', () => {
  for (const [index, { name, version = 'none' }] of later.entries()) {
    expect(version, name).toMatch(/^\d+\.\d+\.0$/)
    const before = versions[index] ?? ''
    expect(isHigher(version, before), `${name} has ${version}, which must be higher than ${before}`).toBe(
      true,
    )
  }
})

test('the program has the version of its newest migration, or a higher one', () => {
  const { version } = readJson('package.json')
  const newest = versions.at(-1) ?? ''
  const command = `npm version ${newest} --no-git-tag-version`
  expect(isHigher(newest, version), `package.json has ${version}: run ${command}`).toBe(false)
  const lock = readJson('package-lock.json')
  expect([lock.version, lock.packages[''].version]).toEqual([version, version])
})

test('no two migrations share a number', () => {
  const numbers = migrations.map(({ name }) => name.slice(0, 4))
  expect(new Set(numbers).size).toBe(numbers.length)
})

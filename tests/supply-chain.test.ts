import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))

type Locked = {
  version?: string
  integrity?: string
  dev?: boolean
  devOptional?: boolean
  hasInstallScript?: boolean
  license?: string
}
const named: Record<string, Record<string, string>> = readJson('package.json')
const locked: [path: string, Locked][] = Object.entries<Locked>(
  readJson('package-lock.json').packages,
).filter(([path]) => path !== '')
const production = locked.filter(([, { dev, devOptional }]) => !dev && !devOptional)

test('every version is exact', () => {
  const versions = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'].flatMap(kind =>
    Object.entries(named[kind] ?? {}),
  )
  expect(versions.length).toBeGreaterThan(20)
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
})

test('every locked package has a version and an integrity hash', () => {
  const careless = locked.filter(
    ([, { version, integrity }]) => !version || !/^sha512-/.test(integrity ?? ''),
  )
  expect(careless.map(([path]) => path)).toEqual([])
})

test('no production package has an install script, and npm is configured to run none', () => {
  expect(production.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([])
  expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
})

test('the production packages are those that the server imports, and their dependencies', () => {
  const files = ['server/src', 'shared/src'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(file => /\.ts$/.test(file) && !/\.(test|cases)\.ts$/.test(file))
      .map(file => join(root, folder, file)),
  )
  const imports = files.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/(?<![.'/])\b(?:from|import)\s*\(?\s*'([^'.#][^']*)'/g)].map(
      ([, name = '']) => name,
    ),
  )
  const packages = imports
    .filter(name => !name.startsWith('node:'))
    .map(name => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
  expect(Object.keys(named.dependencies ?? {}).sort()).toEqual([...new Set(packages)].sort())
})

test('licences are permissive', () => {
  const permissive =
    /^\(?(MIT|ISC|BSD-2-Clause|BSD-3-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Unlicense)\b/
  const others = production.filter(([, { license = '' }]) => !permissive.test(license))
  expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
})

test('the bill of materials lists every production package', () => {
  const output = execFileSync(process.execPath, ['scripts/sbom.mjs'], { cwd: root, encoding: 'utf8' })
  const bill = JSON.parse(output)
  const listed = bill.components.map(
    ({ name, version }: { name: string; version: string }) => `${name}@${version}`,
  )
  const wanted = production.map(
    ([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`,
  )
  expect(bill.bomFormat).toBe('CycloneDX')
  expect([...new Set(listed)].sort()).toEqual([...new Set(wanted)].sort())
})

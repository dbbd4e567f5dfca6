// `npm run --silent sbom` prints the bill of materials of the production packages as CycloneDX, from the lockfile alone.
// npm's `--omit=dev` also omits a package that a development package has as a peer. And npm lists a package that production
// and a development package have in copies of their own only once, as one for development. So the filter is here.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './child.mjs'

/** @typedef {{ 'bom-ref': string, properties?: { name: string, value: string }[] }} Component */

const bill = JSON.parse(
  execFileSync(
    'npm',
    ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application', '--loglevel=error'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  ),
)
/** @type {[string, { version?: string, dev?: boolean, devOptional?: boolean }][]} */
const locked = Object.entries(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages)
const production = new Set(
  locked
    .filter(([, { dev, devOptional }]) => !dev && !devOptional)
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`),
)
const development = 'cdx:npm:package:development'

bill.components = bill.components
  .filter((/** @type {Component} */ component) => production.has(component['bom-ref']))
  .map((/** @type {Component} */ component) => {
    const { properties = [] } = component
    const others = properties.filter(({ name }) => name !== development)
    return others.length < properties.length
      ? { ...component, scope: 'required', properties: others }
      : component
  })
const kept = new Set(
  [bill.metadata.component, ...bill.components].map(
    (/** @type {Component} */ component) => component['bom-ref'],
  ),
)
bill.dependencies = bill.dependencies
  .filter((/** @type {{ ref: string }} */ { ref }) => kept.has(ref))
  .map((/** @type {{ ref: string, dependsOn: string[] }} */ { ref, dependsOn }) => ({
    ref,
    dependsOn: dependsOn.filter(other => kept.has(other)),
  }))
// npm takes the name from the folder of the checkout.
bill.metadata.component.name = 'daily-report-app'
console.log(JSON.stringify(bill, null, 2))

// `npm run --silent sbom` prints the bill of materials of the production packages as CycloneDX, from the lockfile alone.
// npm's `--omit=dev` also omits a package that a development package has as a peer, so the filter is here.
import { execFileSync } from 'node:child_process'
import { root } from './child.mjs'

/** @typedef {{ 'bom-ref': string, properties?: { name: string, value: string }[] }} Component */

const bill = JSON.parse(
  execFileSync(
    'npm',
    ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application', '--loglevel=error'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  ),
)
/** @param {Component} component */
const isForDevelopment = component =>
  component.properties?.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true')

bill.components = bill.components.filter((/** @type {Component} */ component) => !isForDevelopment(component))
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

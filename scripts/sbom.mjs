// `npm run --silent sbom`: the bill of materials of what runs in production, as CycloneDX, made from the lockfile alone.
// npm's own `--omit=dev` also leaves out a package that a development package names as its peer: filtered here instead.
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

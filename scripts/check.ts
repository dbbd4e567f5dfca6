// `npm run check` runs types, lint, format, import borders, the rules of the API description and page weight, all of them
// even when one fails.
import { runChecks } from './checks.ts'
import { finish } from './tally.ts'

finish(await runChecks())

// `npm run check` runs types, lint, format, import borders and page weight, all of them even when one fails.
import { runChecks } from './checks.ts'
import { finish } from './tally.ts'

finish(await runChecks())

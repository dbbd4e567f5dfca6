import './startup/private-umask.ts'
import { run } from './startup/run.ts'

await run()

import './private-umask.ts'
import { run } from './run.ts'

await run()

import '../startup/private-umask.ts'
import { run } from '../startup/run.ts'

// Behind the development web server (`npm run dev`), printed links must have its URL.
await run({ publicUrl: process.argv[2] })

import '../startup/private-umask.ts'
import { run } from '../startup/run.ts'

// The development web server stands in front (`npm run dev`): the links that are printed must lead there.
await run({ publicUrl: process.argv[2] })

import { join } from 'node:path'
import { scratchFolder } from '../../test/backup-drill.ts'
import { testRollBack } from '../../test/roll-back-suite.ts'

testRollBack(() => ({ dataDir: join(scratchFolder(), 'data') }), ['0.1.0', '1.0.0'])

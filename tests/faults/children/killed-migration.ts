import type { KyselyPlugin } from 'kysely'
import { connect } from '../../../server/src/db/connect.ts'
import { migrate } from '../../../server/src/db/migrate.ts'

// A test starts this process, which migrates and kills itself before or after the statement with the given number. If it
// never reaches that number, it sends the number of statements.
const [, , address = '{}', number = '0', when = ''] = process.argv
let statements = 0

const killer: KyselyPlugin = {
  transformQuery({ node }) {
    statements++
    if (when === 'before' && statements === Number(number)) process.kill(process.pid, 'SIGKILL')
    return node
  },
  async transformResult({ result }) {
    if (when === 'after' && statements === Number(number)) process.kill(process.pid, 'SIGKILL')
    return result
  },
}

const db = connect(JSON.parse(address))
await migrate(db.withPlugin(killer))
process.send?.(statements)
await db.destroy()
process.disconnect?.()

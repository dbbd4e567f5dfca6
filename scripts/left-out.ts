import { findFirefox, firefoxMissing } from '../e2e/support/browser.ts'
import { hasHistory, historyMissing } from '../server/test/history.ts'
import { hasLibreOffice, libreOfficeMissing } from '../server/test/libre-office.ts'
import { hasObjectStore, objectStoreMissing } from '../server/test/object-store/object-store.ts'
import { findPostgres, postgresMissing } from '../server/test/postgres-server.ts'
import { missingTools } from '../tests/faults/support/tools.ts'
import { hasRealProxies, realProxiesMissing } from '../tests/scale/support/real-proxies-installed.ts'

/** Sentences about tests that the runners' configurations leave out on this machine. */
export function leftOut(command: string): string[] {
  const isOneOf = (...commands: string[]) => commands.includes(command)
  return [
    ...(isOneOf('all', 'api', 'programs', 'faults', 'scale', 'security', 'long') && !findPostgres()
      ? [postgresMissing]
      : []),
    ...(isOneOf('all', 'api', 'scale', 'long') && !hasObjectStore() ? [objectStoreMissing] : []),
    ...(isOneOf('all', 'scale', 'long') && !hasRealProxies() ? [realProxiesMissing] : []),
    ...(isOneOf('all', 'api') && !hasLibreOffice() ? [libreOfficeMissing] : []),
    ...(isOneOf('all', 'api', 'programs') && !hasHistory() ? [historyMissing] : []),
    ...(isOneOf('all', 'faults', 'long') ? missingTools().map(({ sentence }) => sentence) : []),
    ...(isOneOf('all', 'e2e') && !findFirefox() ? [firefoxMissing] : []),
  ]
}

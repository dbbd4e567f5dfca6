import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestFolder } from './test-folder.ts'

export const libreOfficeMissing =
  'LibreOffice is missing: that it opens XLSX files is not tested; apt-get install libreoffice-calc-nogui'

export function hasLibreOffice(): boolean {
  try {
    execFileSync('soffice', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** What LibreOffice shows of an XLSX file, as CSV: each cell in its format. */
export function shownByLibreOffice(file: Buffer): string {
  const folder = createTestFolder('daily-report-xlsx-')
  writeFileSync(join(folder, 'file.xlsx'), file)
  // Comma, double quote, UTF-8, from line 1, no column types, English, no quotes around text, as shown.
  const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true'
  // With a profile of its own it also works while another LibreOffice runs.
  const profile = `-env:UserInstallation=file://${folder}/profile`
  execFileSync(
    'soffice',
    [profile, '--headless', '--convert-to', filter, '--outdir', folder, join(folder, 'file.xlsx')],
    {
      stdio: 'pipe',
    },
  )
  return readFileSync(join(folder, 'file.csv'), 'utf8')
}

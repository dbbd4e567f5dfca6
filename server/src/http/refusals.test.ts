import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { failureCodes } from '#shared/failure-codes.ts'

test('the server uses every failure code', () => {
  const folder = new URL('../', import.meta.url)
  const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter(file => !/openapi\/|call-codes/.test(file))
    .map(file => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n')
    // Declarations of routes list codes without refusing, as the files left out above do.
    .replaceAll(/codes: \[[^\]]*\]/g, '')
  expect(failureCodes.filter(code => !source.includes(`'${code}'`))).toEqual([])
})

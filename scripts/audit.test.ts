import { expect, test } from 'vitest'
import { judgeAudit } from './audit.ts'

const report = (total: number) => JSON.stringify({ metadata: { vulnerabilities: { total } } })

test('a clean audit passes and a finding fails', () => {
  expect(judgeAudit(report(0)).tally).toEqual({ passed: 1, failed: 0 })
  expect(judgeAudit(report(2)).tally).toEqual({ passed: 0, failed: 1 })
})

test.each(['', 'offline', '{"error":{"code":"ENOAUDIT"}}'])(
  'if the registry answers %j, the audit counts as no test, and a sentence says so',
  output => {
    expect(judgeAudit(output)).toEqual({
      tally: { passed: 0, failed: 0 },
      sentence: 'not asked: the registry does not answer audits',
    })
  },
)

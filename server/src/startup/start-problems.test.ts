import { expect, test } from 'vitest'
import { sentenceFor } from './start-problems.ts'

const problem = (details: object) => Object.assign(new Error('as the system says it'), details)

// These are the errors of the engines and the system; tests/faults/disk-full.faults.ts uses real disks.
test.each([
  [{ code: 'ENOSPC', path: '/srv/data/files' }, 'There is no space left on the disk of "/srv/data/files".'],
  [{ code: 'EDQUOT' }, 'There is no space left on the disk of DATA_DIR.'],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, 'There is no space left on the disk of DATA_DIR.'],
  [{ code: '53100' }, 'The disk of the database server is full: as the system says it'],
])('a full disk is reported in a sentence: %j', (details, sentence) => {
  expect(sentenceFor(problem(details))).toContain(sentence)
})

test('a defect of the program has no sentence, so that its stack is shown', () => {
  expect(sentenceFor(new TypeError('undefined is not a function'))).toBeUndefined()
})

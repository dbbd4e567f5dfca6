import { expect, test } from 'vitest'
import { parseDotEnv } from './dot-env.ts'

test('a byte order mark belongs to no name', () => {
  expect(parseDotEnv('\uFEFFPORT=1\r\nHOST=b\r\n')).toEqual({ values: { PORT: '1', HOST: 'b' }, ignored: [] })
})

test('lines that set nothing are named with their number, and without their value', () => {
  const text = `# a comment
PORT=1

LOG_LEVEL: nope
export HOST = b
DATABASE_URL postgres://a:secret@b/c
  # another
???
TZ`
  expect(parseDotEnv(text)).toEqual({
    values: { PORT: '1', HOST: 'b' },
    ignored: [
      { number: 4, name: 'LOG_LEVEL' },
      { number: 6, name: 'DATABASE_URL' },
      { number: 8, name: '' },
      { number: 9, name: 'TZ' },
    ],
  })
})

test('the lines of a value in quotes are no lines of their own', () => {
  const text = `A="one
two: three
four" # a comment
B='five'
C="never closed
D: nope`
  expect(parseDotEnv(text)).toMatchObject({
    values: { A: 'one\ntwo: three\nfour', B: 'five' },
    ignored: [{ number: 6, name: 'D' }],
  })
})

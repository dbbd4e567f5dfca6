import { expect, test } from 'vitest'
import { parseEnvironmentFile } from './environment-file.ts'

// systemd 252 reads each of them like this.
test.each([
  ['A=one two & three', 'one two & three'],
  ['A=  blanks around  ', 'blanks around'],
  ['A=with # no comment', 'with # no comment'],
  ['A="in quotes  "', 'in quotes  '],
  ["A='in $quotes \\n'", 'in $quotes \\n'],
  ['A="say \\"hi\\" for \\$5 \\x"', 'say "hi" for $5 \\x'],
  ['A=don"t', 'don"t'],
  ['A="one"\'two\'', 'onetwo'],
  ['A=a\\ b\\\\', 'a b\\'],
  ['A=first\\\nsecond', 'firstsecond'],
  ['A="first\nsecond"', 'first\nsecond'],
  ['A=', ''],
  ['A=p=q', 'p=q'],
  ['A=ends\r\n', 'ends'],
])('%j', (text, value) => {
  expect(parseEnvironmentFile(text)).toEqual({ values: { A: value }, ignored: [] })
})

test('comments and empty lines are ignored, and lines that set nothing are named', () => {
  const text = '\n# A=1\n; B=2\n   \nnothing here\nexport C=3\nD=4\n  E = 5\nD=6'
  expect(parseEnvironmentFile(text)).toEqual({
    values: { D: '6', E: '5' },
    ignored: [
      { number: 5, name: 'nothing' },
      { number: 6, name: 'C' },
    ],
  })
})

import { expect, test } from 'vitest'
import { addressCounters } from './sign-in-limit.ts'

test.each([
  ['203.0.113.7', ['203.0.113.7']],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['::1', ['0:0:0:0::/64', '0:0:0::/48']],
  ['unknown', ['unknown']],
])('%s counts as %s', (address, counters) => {
  expect(addressCounters(address)).toEqual(counters)
})

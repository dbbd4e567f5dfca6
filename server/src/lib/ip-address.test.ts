import { expect, test } from 'vitest'
import { coverInternet, createRangeCheck, isAddressRange, networksOf, readAddress } from './ip-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:5678', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
  ['::1', '::1'],
  ['[::1]:443', '::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:DB8::1]:65535', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%eth0]:80', 'fe80::1'],
  ['::203.0.113.7', '::203.0.113.7'],
])('%s is %s', (text, address) => {
  expect(readAddress(text)).toBe(address)
})

test.each([
  undefined,
  '',
  'unknown',
  '_hidden',
  'localhost',
  '203.0.113',
  '203.0.113.256',
  '0313.0.113.7',
  '203.0.113.7:',
  '203.0.113.7:80:80',
  '203.0.113.7 203.0.113.8',
  '[203.0.113.7',
  '[]',
  '[unknown]:80',
  '2001:db8:1:2:3:4:5:6:443',
  '%eth0',
])('%s is not an address', text => {
  expect(readAddress(text)).toBeUndefined()
})

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::9', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64', '64:ff9b:0::/48'],
])('the networks of %s', (address, sixtyFour, fortyEight) => {
  expect(networksOf(address)).toEqual([sixtyFour, fortyEight])
})

test('ranges contain their addresses, in either spelling of IPv4', () => {
  const isInside = createRangeCheck([
    '10.0.0.0/8',
    '192.0.2.1',
    '2001:db8::/32',
    '::1',
    '::ffff:172.16.0.0/108',
  ])
  for (const address of ['10.255.0.1', '192.0.2.1', '2001:db8:ffff::1', '::1', '172.16.3.4']) {
    expect([address, isInside(address)]).toEqual([address, true])
  }
  for (const address of ['11.0.0.1', '192.0.2.2', '2001:db9::1', '::2', '172.32.0.1']) {
    expect([address, isInside(address)]).toEqual([address, false])
  }
})

test.each([
  ['0.0.0.0/0'],
  ['::/0'],
  ['0.0.0.0/1', '128.0.0.0/1'],
  ['128.0.0.0/1', '0.0.0.0/1'],
  ['::/1', '8000::/1'],
  ['2000::/3'],
  ['::ffff:0:0/96'],
  ['10.0.0.0/8', '0.0.0.0/2', '64.0.0.0/2', '192.0.0.0/2', '128.0.0.0/2'],
  ['0.0.0.0/1', '128.0.0.0/2', '192.0.0.0/3'],
])('%s cover every address', (...ranges) => {
  expect(coverInternet(ranges)).toBe(true)
})

test.each([
  ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', '::1'],
  ['0.0.0.0/1'],
  ['128.0.0.0/1'],
  ['0.0.0.0/1', '128.0.0.0/3', '192.0.0.0/3'],
  ['8000::/1'],
  ['127.0.0.1'],
])('%s do not cover every address', (...ranges) => {
  expect(coverInternet(ranges)).toBe(false)
})

test('a range is an IP address with or without the length of its prefix', () => {
  for (const range of ['10.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32', '0.0.0.0/0']) {
    expect([range, isAddressRange(range)]).toEqual([range, true])
  }
  for (const range of ['true', '10.0.0.0/33', '::1/129', 'fe80::1%eth0', '10.0.0.1/8/8', '10.0.0.1:80', '']) {
    expect([range, isAddressRange(range)]).toEqual([range, false])
  }
})

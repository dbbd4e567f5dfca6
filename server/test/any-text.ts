import * as fc from 'fast-check'

const surrogates = { first: 0xd8_00, count: 0x8_00 }
const codePoint = fc.oneof(
  // ASCII is chosen more often because it holds quotes, backslashes and control characters.
  fc.integer({ min: 0, max: 0x7f }),
  fc
    .integer({ min: 0, max: 0x10_ff_ff - surrogates.count })
    .map(point => (point < surrogates.first ? point : point + surrogates.count)),
)

/** All code points but lone surrogates. `fc.string({ unit: 'binary' })` would first build a list of a million of them. */
export const anyText = fc.array(codePoint, { maxLength: 60 }).map(points => String.fromCodePoint(...points))

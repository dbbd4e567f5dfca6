import { expect, test } from 'vitest'
import { extensionOf, isPreviewable } from './files.ts'

test.each([
  ['report.PDF', 'pdf'],
  ['archive.tar.gz', 'gz'],
  ['README', ''],
  ['.htaccess', 'htaccess'],
  ['ends-with-dot.', ''],
])('the extension of %s is %j', (name, extension) => {
  expect(extensionOf(name)).toBe(extension)
})

test('only the listed types are previewed', () => {
  for (const extension of 'pdf jpg jpeg png gif svg txt csv md html htm'.split(' ')) {
    expect(isPreviewable(`a.${extension}`)).toBe(true)
    expect(isPreviewable(`a.${extension.toUpperCase()}`)).toBe(true)
  }
  for (const name of ['a.docx', 'a.js', 'a.xhtml', 'a.xml', 'a.svgz', 'pdf', 'a.pdf.exe', 'a']) {
    expect(isPreviewable(name)).toBe(false)
  }
})

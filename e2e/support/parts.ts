import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { root } from '../../scripts/child.mjs'
import { filesOf, readManifest } from '../../scripts/weight.ts'

/**
 * All files of a part that is loaded beside the page, once the browser is idle, have arrived: from now on it works
 * offline too. A busy browser may begin with them after the network was idle.
 */
export async function partLoaded(page: Page, source: string) {
  const files = [...filesOf(readManifest(join(root, 'dist', 'web')), source)]
  const missing = () =>
    page.evaluate(needed => {
      const loaded = performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname.slice(1))
      return needed.filter(file => !loaded.includes(file))
    }, files)
  await expect.poll(missing, 'files still to come').toEqual([])
}

import { execFileSync, spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { messages } from '#shared/messages.ts'
import { isOutgoingPaused, pauseOutgoing } from '../src/jobs/outgoing-pause.ts'
import { contentsAt, fillTeam, open, type Place, scratchFolder, settingsOf } from './backup-drill.ts'
import { commits, git } from './history.ts'

const root = join(import.meta.dirname, '../..')

type EarlierVersion = keyof typeof commits

/**
 * The sources of an earlier version, from the git history, in a folder that is removed after the test. They run without
 * a build because Node strips their types, and on the packages of today.
 */
function sourcesOf(version: EarlierVersion): string {
  const folder = scratchFolder()
  const archive = join(folder, 'sources.tar')
  const parts = ['server/src', 'shared/src', 'package.json']
  git('archive', `--output=${archive}`, commits[version], ...parts)
  execFileSync('tar', ['-xf', archive, '-C', folder])
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

const newProgram = join(import.meta.dirname, '../../dist/server/admin.mjs')

/** Rolls back as docs/upgrading.md describes, with the real programs, on one engine. */
export function testRollBack(newPlace: () => Promise<Place> | Place, versions: EarlierVersion[]) {
  // Each test starts seven processes.
  vi.setConfig({ testTimeout: 240_000 })

  test.each(versions)(
    'from %s to this version, back, and to this version again: nothing is lost',
    async version => {
      const place = await newPlace()
      const cwd = scratchFolder()
      const oldProgram = join(sourcesOf(version), 'server/src/cli/admin.ts')
      const admin = (program: string, ...args: string[]): string => {
        const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
          cwd,
          env: {
            PATH: process.env.PATH,
            NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
            ...settingsOf(place),
          },
          encoding: 'utf8',
        })
        expect(status, stdout + stderr).toBe(0)
        return stdout
      }

      const beforeUpgrade = join(cwd, 'before-upgrade.tar.gz')
      admin(oldProgram, 'create', 'root@example.com', 'Root')
      admin(oldProgram, 'backup', beforeUpgrade)

      const ctx = await open(place)
      const { ada } = await fillTeam(ctx)
      const device = { device_hash: 'x', user_id: ada.id, used_at: '2026-01-05T09:00:00.000Z' }
      await ctx.db.insertInto('known_devices').values(device).execute()
      // The copy of another server, which has to stay quiet all the way round.
      await pauseOutgoing(ctx.db, ctx.clock)
      await ctx.db.destroy()
      const written = await contentsAt(place)

      const restored = admin(oldProgram, 'restore', beforeUpgrade)
      const [, afterUpgrade = ''] = / is in (\S+\.tar\.gz)/.exec(restored) ?? []
      expect(afterUpgrade, restored).toContain('before-restore-')
      admin(oldProgram, 'create', 'grace@example.com', 'Grace')

      expect(admin(newProgram, 'verify', afterUpgrade)).toContain('is complete')
      expect(admin(newProgram, 'restore', afterUpgrade)).toContain(messages.mail.pausedByRestore)
      expect(await contentsAt(place)).toEqual(written)
      const after = await open(place)
      expect(await isOutgoingPaused(after.db).finally(() => after.db.destroy())).toBe(true)
    },
  )
}

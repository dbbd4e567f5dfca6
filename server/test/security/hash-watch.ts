import type { Context } from '../../src/context.ts'

/** Counts the passwords that are really compared with a hash; everything else goes on as before. */
export function watchHashes(ctx: Context) {
  const { verify } = ctx.passwords
  const watch = { runs: 0 }
  ctx.passwords = {
    ...ctx.passwords,
    verify: (passwordHash, password, guess) =>
      verify(passwordHash, password, {
        ...guess,
        beforeHash: async () => {
          await guess.beforeHash()
          watch.runs++
        },
      }),
  }
  return watch
}

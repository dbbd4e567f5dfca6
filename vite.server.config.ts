import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'

const source = (file: string) => join(import.meta.dirname, 'server/src', file)

/**
 * Bundles the server, so that a start reads a few files instead of seven hundred. Dynamic imports (PostgreSQL, mail, the
 * API description) stay in separate files.
 */
export default defineConfig({
  plugins: [
    {
      // The running server reads this file (server/src/lib/paths.ts).
      name: 'common-passwords',
      generateBundle() {
        const list = readFileSync(source('identity/common-passwords.txt'))
        this.emitFile({ type: 'asset', fileName: 'common-passwords.txt', source: list })
      },
    },
  ],
  build: {
    ssr: true,
    outDir: join(import.meta.dirname, 'dist/server'),
    emptyOutDir: true,
    target: 'node22',
    // Maps the positions in stack traces (server/src/observability/source-stack.ts).
    sourcemap: 'hidden',
    manifest: true,
    // The licences of bundled packages must be distributed with them.
    license: true,
    rolldownOptions: {
      input: {
        main: source('main.ts'),
        admin: source('cli/admin.ts'),
        demo: source('cli/demo.ts'),
        load: source('cli/load.ts'),
        'backup-worker': source('backup/backup-worker.ts'),
      },
      output: {
        sourcemapExcludeSources: true,
        entryFileNames: '[name].mjs',
        chunkFileNames: 'assets/[name]-[hash].mjs',
        // Only whitespace and comments are removed, so names in logs and stack traces stay.
        minify: { compress: false, mangle: false, codegen: true },
      },
      checks: { bundlerTimings: false },
    },
  },
  ssr: {
    noExternal: true,
    // The first is a native module, and the second an optional one that isn't installed.
    external: ['@node-rs/argon2', 'pg-native'],
  },
})

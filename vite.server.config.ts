import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'

const source = (file: string) => join(import.meta.dirname, 'server/src', file)

/**
 * The server as a few files: a start reads those instead of seven hundred. What is imported at need (PostgreSQL, mail, the
 * API description) stays in files of its own.
 */
export default defineConfig({
  plugins: [
    {
      // Read by the running server (server/src/lib/paths.ts).
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
    // For stack traces (server/src/observability/source-stack.ts).
    sourcemap: 'hidden',
    manifest: true,
    // The texts that the licences of what is bundled ask to be passed on.
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
        // Only blanks and comments go: names in logs and stack traces stay.
        minify: { compress: false, mangle: false, codegen: true },
      },
      checks: { bundlerTimings: false },
    },
  },
  ssr: {
    noExternal: true,
    // A native module, and an optional one that isn't installed.
    external: ['@node-rs/argon2', 'pg-native'],
  },
})

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'

const api = `http://localhost:${process.env.API_PORT ?? 3001}`

/** Compresses files at build time, so that the server spends no time on it. */
function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved({ root, build }) {
      outDir = resolve(root, build.outDir)
    },
    closeBundle(error?: Error) {
      if (error) return
      const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' })
      for (const file of files.filter(name => /\.(html|js|css|svg|webmanifest)$/.test(name))) {
        const path = join(outDir, file)
        const text = readFileSync(path)
        const params = {
          // For Swagger UI the best quality takes 4 s and saves only a tenth.
          [constants.BROTLI_PARAM_QUALITY]: text.length > 1_000_000 ? 9 : constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
        }
        writeFileSync(`${path}.br`, brotliCompressSync(text, { params }))
        writeFileSync(`${path}.gz`, gzipSync(text, { level: constants.Z_BEST_COMPRESSION }))
      }
    },
  }
}

/** Preloads the page's font together with the script, so that the first text already uses it. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const font = Object.keys(bundle).find(name => /inter-latin-wght.*\.woff2$/.test(name))
        if (!font) throw new Error('The font to preload is not in the bundle.')
        const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: '' }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}

/** Swagger UI's licence must be distributed with its code. */
function swaggerUiLicense(): Plugin {
  const folder = join(import.meta.dirname, 'node_modules/swagger-ui-dist')
  return {
    name: 'swagger-ui-license',
    apply: 'build',
    generateBundle() {
      const files = ['NOTICE', 'LICENSE', 'swagger-ui-es-bundle.js.LICENSE.txt']
      const source = files.map(file => readFileSync(join(folder, file), 'utf8')).join('\n')
      this.emitFile({ type: 'asset', fileName: 'licenses/swagger-ui.txt', source })
    },
  }
}

/** Adds the command line to the build, because users download it from their server. */
function commandLine(): Plugin {
  const file = join(import.meta.dirname, 'scripts/daily.mjs')
  return {
    name: 'command-line',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'daily.mjs', source: readFileSync(file, 'utf8') })
    },
  }
}

/** Files of the page without a hash in their name. */
const namedFiles = ['theme.js', 'icon.svg']

/** Builds the service worker with the list of all files of the app, and writes the build's version into the page. */
function serviceWorker(): Plugin {
  let publicDir = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      publicDir = config.publicDir
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('The page is not in the bundle.')
        const hashed = filesOfApp(bundle)
        const hash = createHash('sha256').update(page.source).update(hashed.join())
        for (const file of namedFiles) hash.update(readFileSync(join(publicDir, file)))
        const version = hash.digest('base64url').slice(0, 12)
        page.source = String(page.source).replace('<html ', `<html data-build="${version}" `)
        const urls = (files: string[]) => files.map(file => `/${file}`)
        const source = await buildWorker({ version, hashed: urls(hashed), named: urls(namedFiles) })
        this.emitFile({ type: 'asset', fileName: 'sw.js', source })
      },
    },
  }
}

/** Pictures are only on the landing page, which is useless offline: all of its links lead to the login. */
const isKeptForOffline = (file: string) => !file.endsWith('.webp')

/** All files that the page can load, found by the imports of its chunks; the API page has its own files. */
function filesOfApp(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
  const files = new Set<string>()
  const waiting = chunks.filter(chunk => chunk.facadeModuleId?.endsWith('/web/index.html'))
  if (waiting.length === 0) throw new Error('The entry of the page is not in the bundle.')
  for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
    if (files.has(chunk.fileName)) continue
    files.add(chunk.fileName)
    const { importedCss = [], importedAssets = [] } = chunk.viteMetadata ?? {}
    for (const file of [...importedCss, ...importedAssets]) if (isKeptForOffline(file)) files.add(file)
    const imported = new Set([...chunk.imports, ...chunk.dynamicImports])
    waiting.push(...chunks.filter(({ fileName }) => imported.has(fileName)))
  }
  return [...files].sort()
}

async function buildWorker(list: { version: string; hashed: string[]; named: string[] }): Promise<string> {
  const made = await build({
    configFile: false,
    root: import.meta.dirname,
    publicDir: false,
    logLevel: 'warn',
    define: { BUILD: JSON.stringify(list) },
    build: {
      write: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'web/worker/service-worker.ts'),
        output: { format: 'iife' },
        checks: { bundlerTimings: false },
      },
    },
  })
  const [output] = [made].flat()
  if (!output || !('output' in output)) throw new Error('The service worker was not built.')
  return output.output[0].code
}

/** The API page is a separate entry. */
const isOfApp = (id: string) => !/api-docs|swagger-ui/.test(id)

export default defineConfig({
  root: join(import.meta.dirname, 'web'),
  plugins: [react(), preloadFont(), swaggerUiLicense(), commandLine(), serviceWorker(), precompress()],
  css: {
    preprocessorOptions: {
      scss: {
        // Bootstrap 5 uses Sass's older module system, which would log deprecations on every build.
        quietDeps: true,
        silenceDeprecations: ['import', 'global-builtin', 'color-functions', 'if-function'],
      },
    },
  },
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    // The weight budget reads from the manifest which page needs which files.
    manifest: true,
    // The server's content security policy allows no font or script from a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Swagger UI is large and only on its own page; the app's files have a budget (scripts/weight.ts).
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      // The app and the API page don't load each other's code.
      input: ['index.html', 'api-docs.html'].map(page => join(import.meta.dirname, 'web', page)),
      checks: { bundlerTimings: false },
      // Without this the messages of all features would be in the start, because they are exported together.
      treeshake: { moduleSideEffects: [{ test: /\/shared\/src\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          // A page loads two scripts beside its own: the start of every screen and what pages share. The start is a group so
          // that its style sheet comes first, because components override the theme. Libraries are in both instead of a
          // group of their own: the build drops an unused schema only from the file that zod is in.
          groups: [
            { name: 'start', test: isOfApp, tags: ['$initial'], priority: 2 },
            { name: 'shared', minShareCount: 6, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      // In production the server serves the built page at this URL (server/src/http/plugins/web-app.ts).
      '/api': { target: api, bypass: ({ url }) => (url === '/api/docs' ? '/api-docs.html' : undefined) },
      '/healthz': api,
    },
  },
})

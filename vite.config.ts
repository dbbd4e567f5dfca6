import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import { missingParts, sharedPartNames, sharedPartOf } from './web/shared-parts.ts'
import { unusedBootstrap } from './web/src/theme/unused-bootstrap.ts'

const api = `http://localhost:${process.env.API_PORT ?? 3001}`

/** Compressed once here, so that the server never spends time on it. */
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
          // The best quality takes 4 s for Swagger UI, and makes it a tenth smaller.
          [constants.BROTLI_PARAM_QUALITY]: text.length > 1_000_000 ? 9 : constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
        }
        writeFileSync(`${path}.br`, brotliCompressSync(text, { params }))
        writeFileSync(`${path}.gz`, gzipSync(text, { level: constants.Z_BEST_COMPRESSION }))
      }
    },
  }
}

/** The page's one font is asked for with the script, not after the style sheet: the first text already has it. */
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

/** Swagger UI's licence asks to be passed on with the code. */
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

/** Files of the page without a hash in their name. */
const namedFiles = ['theme.js', 'icon.svg']

/** The service worker, with the list of all files of the app. Its page is marked with the build's version. */
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
        const source = await workerOf({ version, hashed: urls(hashed), named: urls(namedFiles) })
        this.emitFile({ type: 'asset', fileName: 'sw.js', source })
      },
    },
  }
}

/** What the page can ever load, by what its chunks import; the page of the API has files of its own. */
function filesOfApp(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
  const files = new Set<string>()
  const waiting = chunks.filter(chunk => chunk.facadeModuleId?.endsWith('/web/index.html'))
  if (waiting.length === 0) throw new Error('The entry of the page is not in the bundle.')
  for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
    if (files.has(chunk.fileName)) continue
    files.add(chunk.fileName)
    const { importedCss = [], importedAssets = [] } = chunk.viteMetadata ?? {}
    for (const file of [...importedCss, ...importedAssets]) files.add(file)
    const imported = new Set([...chunk.imports, ...chunk.dynamicImports])
    waiting.push(...chunks.filter(({ fileName }) => imported.has(fileName)))
  }
  return [...files].sort()
}

async function workerOf(list: { version: string; hashed: string[]; named: string[] }): Promise<string> {
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

const unusedClasses = unusedBootstrap.classes.trim().split(/\s+/)
const unusedVariables = unusedBootstrap.variables
  .trim()
  .split(/\s+/)
  .map(name => `--bs-${name}`)

/** A class or variable that is left out of the style sheets must not be used: the page would look broken. */
function unusedStaysUnused(): Plugin {
  return {
    name: 'unused-stays-unused',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).filter(({ fileName }) => !isOfApiDocs(fileName))
      const script = files.map(file => (file.type === 'chunk' ? file.code : '')).join('\n')
      const style = files
        .map(file => (file.type === 'asset' && file.fileName.endsWith('.css') ? String(file.source) : ''))
        .join('\n')
      const used = [
        ...unusedClasses.filter(name => new RegExp(`[\\s"'\`]${name}[\\s"'\`]`).test(script)),
        ...unusedVariables.filter(name => new RegExp(`var\\(${name}[,)]`).test(style + script)),
      ]
      if (used.length > 0)
        this.error(`In use, so not for web/src/theme/unused-bootstrap.ts: ${used.join(', ')}`)
    },
  }
}

/** All forms are checked by a schema (web/src/lib/check-by.ts): the rules that the library has of its own are left out. */
function withoutFormRules(): Plugin {
  const rules = /^var validateField = async \(.*\) => \{\n[\s\S]*?\n\};$/m
  return {
    name: 'without-form-rules',
    apply: 'build',
    transform: {
      filter: { id: /react-hook-form.dist.index\.esm/ },
      handler(code) {
        if (!rules.test(code)) this.error('react-hook-form has no validateField of the known form any more.')
        return { code: code.replace(rules, 'var validateField = async () => ({});'), map: null }
      },
    },
  }
}

/** By file of the build: what it imports itself. */
const importsOf = new Map<string, readonly string[]>()

/** Before Vite writes which files a part of a page needs. */
function knowImports(): Plugin {
  return {
    name: 'know-imports',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk') importsOf.set(chunk.fileName, chunk.imports)
      },
    },
  }
}

/** A file, and all that the browser has loaded when it runs. */
function loadedWith(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known
  known.add(file)
  for (const imported of importsOf.get(file) ?? []) loadedWith(imported, known)
  return known
}

/** A module that is listed by a name it no longer has would come in a file of its own. */
function sharedPartsAreThere(): Plugin {
  return {
    name: 'shared-parts-are-there',
    apply: 'build',
    generateBundle(_options, bundle) {
      const missing = missingParts(
        Object.values(bundle).flatMap(file => (file.type === 'chunk' ? file.moduleIds : [])),
      )
      if (missing.length > 0)
        this.error(`Not in the build, so not for web/shared-parts.ts: ${missing.join(', ')}`)
    },
  }
}

/** A part of a page names the files to load with it; what the page itself has loaded before need not be named. */
function withoutLoaded(_part: string, files: string[], { hostId }: { hostId: string }) {
  const loaded = loadedWith(hostId)
  // Every page has these.
  const isOfPages = (file: string) => !/assets.index-/.test(hostId) && /assets.(common|data)-/.test(file)
  return files.filter(file => !loaded.has(file) && !isOfPages(file))
}
const isOfApiDocs = (id: string) => /swagger-ui|api-docs/.test(id)
// One file of messages names all areas; those that few pages need are listed, and come with them.
const isOfStart = (id: string) => !isOfApiDocs(id) && (sharedPartOf(id) ?? 'common') === 'common'

export default defineConfig({
  root: join(import.meta.dirname, 'web'),
  plugins: [
    react(),
    withoutFormRules(),
    knowImports(),
    preloadFont(),
    swaggerUiLicense(),
    unusedStaysUnused(),
    sharedPartsAreThere(),
    serviceWorker(),
    precompress(),
  ],
  css: {
    lightningcss: { unusedSymbols: [...unusedClasses, ...unusedVariables] },
    preprocessorOptions: {
      scss: {
        // Bootstrap 5 is written for Sass's older module system; it says so on every build.
        quietDeps: true,
        silenceDeprecations: ['import', 'global-builtin', 'color-functions', 'if-function'],
      },
    },
  },
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    // Which page needs which files, for the weight budget.
    manifest: true,
    // The server's policy allows no font or script from a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: withoutLoaded },
    reportCompressedSize: false,
    // Swagger UI is large and loaded on its own page only; the app's files have a budget (scripts/weight.ts).
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      // The app, and the page of the API: neither loads the other's code.
      input: ['index.html', 'api-docs.html'].map(page => join(import.meta.dirname, 'web', page)),
      checks: { bundlerTimings: false },
      treeshake: { moduleSideEffects: [{ test: /shared.src.messages/, sideEffects: false }] },
      // Icons are constants: within the pages that show them they are smaller than in twenty files of their own.
      optimization: { inlineConst: { mode: 'all', pass: 1 } },
      output: {
        // The page names all files of the app: a character less in each is 150 bytes less on the login page.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          groups: [
            // What every screen loads first: one file compresses better than the many that pages have in common.
            { name: 'start', tags: ['$initial'], test: isOfStart, priority: sharedPartNames.length + 1 },
            ...sharedPartNames.map((name, index) => ({
              name,
              test: (id: string) => sharedPartOf(id) === name,
              priority: sharedPartNames.length - index,
            })),
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      // The server gives the built page at this URL (server/src/http/plugins/web-app.ts).
      '/api': { target: api, bypass: ({ url }) => (url === '/api/docs' ? '/api-docs.html' : undefined) },
      '/healthz': api,
    },
  },
})

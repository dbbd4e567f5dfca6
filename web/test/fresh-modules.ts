import { vi } from 'vitest'

// Test files of a worker share its process and the modules of node_modules. The app's own modules are evaluated again for
// each file, so that no state of a module reaches the next file.
vi.resetModules()

import { vi } from 'vitest'

// Files of a worker share its process and what is loaded from node_modules; each evaluates our own modules anew, so that
// nothing one of them leaves in a module's state reaches the next.
vi.resetModules()

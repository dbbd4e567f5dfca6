// Loads the server without starting it: an image runs this once, so that each start finds its modules compiled.
await Promise.all([import('../startup/run.ts'), import('pg')])

// Loads the server without starting it. The image build runs this once, so that every start finds compiled modules.
await Promise.all([import('../startup/run.ts'), import('pg')])
